import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../stores/shortcuts'
import { useStores } from '../../stores/storesContext'

/** Pasting text while no field has the focus fills the prompt. */
export function usePasteAnywhere(onText: (text: string) => void): void {
  const { dialogs } = useStores()

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || text.trim() === '' || isTyping(event.target)) return
    if (dialogs.getState().open.length > 0) return
    event.preventDefault()
    onText(text)
  })

  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
