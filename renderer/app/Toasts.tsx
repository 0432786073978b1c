import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { errorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import type { Toast } from '../stores/toastStore'
import { useErrorText } from '../text/errorText'
import { Button } from '../ui/Button'
import { ToastBar } from '../ui/ToastBar'

/** Milliseconds a fact stays that can be taken back, and one that can't. */
const actionStay = 10_000
const plainStay = 5_000

export function Toasts() {
  const toast = useStore(useStores().toasts, (state) => state.toast)
  return (
    <div role="status" className="flex max-w-full *:pointer-events-auto">
      {toast !== null && <ShownToast key={toast.id} toast={toast} />}
    </div>
  )
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const { toasts } = useStores()
  const errorText = useErrorText()
  const acting = useRef(false)
  const done = useCallback(() => {
    if (!acting.current) toasts.close(toast.id)
  }, [toasts, toast.id])
  const { action } = toast

  const act = async (): Promise<void> => {
    if (action === null || acting.current) return
    acting.current = true
    const answer = await action.run().catch((thrown: unknown) => errorText(errorOf(thrown)).cause)
    if (answer === null) toasts.close(toast.id)
    else toasts.show({ text: answer, action: null })
  }

  return (
    <ToastBar
      duration={action === null ? plainStay : actionStay}
      onDone={done}
      action={
        action !== null && (
          <Button look="link" onClick={() => void act()}>
            {action.label}
          </Button>
        )
      }
    >
      {toast.text}
    </ToastBar>
  )
}
