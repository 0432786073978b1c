import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../stores/shortcuts'

/** Hears of text that is pasted while no field has the focus. `onText` answers whether it takes it. */
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
