import { type RefObject, useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { actionStay, type Toast, type ToastAction } from '../stores/toastStore'
import { Button } from '../ui/Button'
import { successStay, ToastBar } from '../ui/ToastBar'
import { useAct } from './useAct'
import { useShownKeys } from './useShownKeys'
import { useTranslation } from './useTranslation'
import { useUndo } from './useUndo'

/** A toast as a bar, which closes it when its time is over. */
export function ShownToast({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation()
  const { toasts } = useStores()
  const acting = useRef(false)
  const done = useCallback(() => {
    if (!acting.current) toasts.close(toast.id)
  }, [toasts, toast.id])
  const { action, failed, text, until } = toast

  return (
    <ToastBar
      duration={stayOf(toast)}
      until={until}
      onDone={done}
      {...(failed ? { dismissLabel: t('frame.dismiss') } : {})}
      action={
        action !== null &&
        ('run' in action ? (
          <RunButton action={action} toast={toast} acting={acting} />
        ) : (
          <StepButton {...action} />
        ))
      }
    >
      {text}
    </ToastBar>
  )
}

/** How long it stays, in milliseconds; null: until its time is over, or it is dismissed. */
function stayOf({ action, failed, lasts }: Toast): number | null {
  if (failed || lasts) return null
  return action !== null && 'run' in action ? actionStay : successStay
}

interface RunButtonProps {
  readonly action: Extract<ToastAction, { readonly label: string }>
  readonly toast: Toast
  /** True while it is being done: the toast stays. */
  readonly acting: RefObject<boolean>
}

function RunButton({ action, toast, acting }: RunButtonProps) {
  const { toasts } = useStores()
  const run = useAct()

  const act = async (): Promise<void> => {
    if (acting.current) return
    acting.current = true
    const isDone = await run(async () => {
      const answer = await action.run()
      if (answer === null) toasts.close(toast.id)
      else toasts.show({ text: answer, action: null })
    })
    if (!isDone) toasts.close(toast.id)
  }

  return (
    <Button look="link" onClick={() => void act()}>
      {action.label}
    </Button>
  )
}

const keysOf = { undo: 'Mod+Z', redo: 'Mod+Shift+Z' } as const

/** Undo or Redo, with its keys where they would do the same. */
function StepButton({ way, step }: Extract<ToastAction, { readonly step: Step }>) {
  const { t } = useTranslation()
  const { undo: history } = useStores()
  const shown = useShownKeys()
  const { undo, redo } = useUndo()
  const isNext = useStore(history, (state) => state[way] === step)
  return (
    <Button look="link" onClick={way === 'undo' ? () => undo(step) : redo}>
      <span>{t(way === 'undo' && step.inForm ? 'compose.putBack' : `undo.${way}`)}</span>
      {isNext && !step.inForm && <span aria-hidden>{shown(keysOf[way]).join(' ')}</span>}
    </Button>
  )
}
