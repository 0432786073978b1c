import { promptMaximum } from '@shared/model/draft'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type PastedText, readPasted } from '../../stores/pastedText'
import { isTyping } from '../../stores/shortcuts'
import { useStores } from '../../stores/storesContext'
import { useOpenTable } from '../../text/useOpenTable'

/** Text pasted while no field has the focus is the prompt; of several lines is asked what they are. */
export function usePasteAnywhere(onPrompt: (prompt: string) => void): void {
  const { t } = useTranslation()
  const { dialogs, toasts } = useStores()
  const table = useOpenTable()

  function take(pasted: PastedText): void {
    const { text, kind } = pasted
    const answer = (chosen: 'one' | 'many') => (chosen === 'one' ? onPrompt(text) : table.paste(text))
    if (kind !== 'line') dialogs.show({ kind: 'pasteQuestion', pasted, answer })
    else if (text.length <= promptMaximum) onPrompt(text)
    else toasts.show({ text: t('prompts.paste.tooLong', { count: promptMaximum }), action: null })
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || text.trim() === '' || isTyping(event.target)) return
    if (dialogs.getState().open.length > 0) return
    event.preventDefault()
    take(readPasted(text))
  })

  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
