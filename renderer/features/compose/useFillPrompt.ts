import type { Draft } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/storesContext'

/** Fills the prompt from elsewhere; what it replaced can be put back. */
export function useFillPrompt(): (filled: Pick<Draft, 'prompt'>) => void {
  const { t } = useTranslation()
  const { draft: drafts, toasts } = useStores()
  return (filled) => {
    const { prompt } = drafts.getState().draft
    drafts.edit(filled)
    if (prompt.trim() === '' || prompt === filled.prompt) return
    const putBack = async (): Promise<null> => {
      drafts.edit({ prompt })
      return null
    }
    toasts.show({ text: t('prompts.replaced'), action: { label: t('compose.putBack'), run: putBack } })
  }
}
