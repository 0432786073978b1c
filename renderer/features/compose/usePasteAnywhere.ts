import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '../../stores/shortcuts'
import { useStores } from '../../stores/storesContext'

/** Pasting text while no field has the focus fills the prompt; what it replaced can be put back. */
export function usePasteAnywhere(onFilled: () => void): void {
  const { t } = useTranslation()
  const { dialogs, draft, toasts } = useStores()

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || text.trim() === '' || isTyping(event.target)) return
    if (dialogs.getState().open.length > 0) return
    event.preventDefault()
    const { prompt } = draft.getState().draft
    draft.edit({ prompt: text })
    onFilled()
    if (prompt.trim() === '' || prompt === text) return
    const putBack = async (): Promise<null> => {
      draft.edit({ prompt })
      return null
    }
    toasts.show({ text: t('compose.promptReplaced'), action: { label: t('compose.putBack'), run: putBack } })
  })

  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
