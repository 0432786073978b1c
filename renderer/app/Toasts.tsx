import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ExportBar } from '../features/export/ExportBar'
import { useAct } from '../parts/useAct'
import { useStores } from '../stores/storesContext'
import { actionStay, type Toast } from '../stores/toastStore'
import { Button } from '../ui/Button'
import { successStay, ToastBar } from '../ui/ToastBar'
import { FaultBoundary, failedLine } from './FaultBoundary'

/** The one place that reports what was done: the newest toast, or else the export. Takes its room below the images. */
export function Toasts() {
  const toast = useStore(useStores().toasts, (state) => state.toast)
  return (
    <div className="flex shrink-0 px-4 has-[[role=group]]:py-2">
      <div role="status" className="flex max-w-full min-w-0">
        {toast !== null && (
          <FaultBoundary key={toast.id} fallback={failedLine}>
            <ShownToast toast={toast} />
          </FaultBoundary>
        )}
      </div>
      <FaultBoundary fallback={failedLine}>
        <ExportBar shown={toast === null} />
      </FaultBoundary>
    </div>
  )
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation()
  const { toasts } = useStores()
  const run = useAct()
  const acting = useRef(false)
  const done = useCallback(() => {
    if (!acting.current) toasts.close(toast.id)
  }, [toasts, toast.id])
  const { action, failed, text, until } = toast

  const act = async (): Promise<void> => {
    if (action === null || acting.current) return
    acting.current = true
    const isDone = await run(async () => {
      const answer = await action.run()
      if (answer === null) toasts.close(toast.id)
      else toasts.show({ text: answer, action: null })
    })
    if (!isDone) toasts.close(toast.id)
  }

  return (
    <ToastBar
      duration={failed ? null : action === null ? successStay : actionStay}
      until={until}
      onDone={done}
      {...(failed ? { dismissLabel: t('frame.dismiss') } : {})}
      action={
        action !== null && (
          <Button look="link" onClick={() => void act()}>
            {action.label}
          </Button>
        )
      }
    >
      {text}
    </ToastBar>
  )
}
