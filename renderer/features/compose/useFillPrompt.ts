import type { Draft } from '@shared/model/draft'
import { useDid } from '../../parts/useDid'
import { useFilledStep } from '../../parts/useFilledStep'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'

/** A prompt from elsewhere, or a template with the values of its variables. */
export type Filling = Pick<Draft, 'prompt'> & Partial<Pick<Draft, 'variables'>>

/** Fills the prompt from elsewhere; what it replaced can be put back. */
export function useFillPrompt(): (filling: Filling) => void {
  const { t } = useTranslation()
  const { draft: drafts } = useStores()
  const did = useDid()
  const filledStep = useFilledStep()

  return (filling) => {
    const { connectionId, draft } = drafts.getState()
    const { prompt, variables } = draft
    drafts.replace(filling)
    if (connectionId === null || prompt === filling.prompt) return
    const step = filledStep({
      connectionId,
      replaced: { prompt, variables },
      after: { text: t('prompts.replaced'), shows: connectionId },
      before: { text: t('undo.form'), shows: connectionId },
      quiet: prompt.trim() === '',
    })
    did(async () => step)
  }
}
