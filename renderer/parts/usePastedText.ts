import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../stores/shortcuts'

/** Listens for text pasted while no field has the focus. `onText` returns whether it takes the text. */
export function usePastedText(onText: (text: string) => boolean): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || text.trim() === '' || isTyping(event.target)) return
    if (onText(text)) event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
