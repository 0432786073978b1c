import type { Draft } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/storesContext'

/** A prompt from elsewhere, or a template with the values of its variables. */
export type Filling = Pick<Draft, 'prompt'> & Partial<Pick<Draft, 'variables'>>

/** Fills the prompt from elsewhere; what it replaced can be put back. */
export function useFillPrompt(): (filling: Filling) => void {
  const { t } = useTranslation()
  const { draft: drafts, toasts } = useStores()
  const fill = (filling: Filling): void => {
    const { prompt, variables } = drafts.getState().draft
    drafts.edit(filling)
    if (prompt.trim() === '' || prompt === filling.prompt) return
    const before = { prompt, variables }
    const putBack = async (): Promise<null> => {
      // Putting it back must not lose what was written since.
      if (drafts.getState().draft.prompt === filling.prompt) drafts.edit(before)
      else fill(before)
      return null
    }
    toasts.show({ text: t('prompts.replaced'), action: { label: t('compose.putBack'), run: putBack } })
  }
  return fill
}
