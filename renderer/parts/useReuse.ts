import type { Draft } from '@shared/model/draft'
import { currentConnection, findConnection } from '../stores/appStore'
import { draftOf, type MadeDraft } from '../stores/requestDraft'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { useDid } from './useDid'
import { useFilledStep } from './useFilledStep'
import { useShowForm } from './useShowForm'
import { useTranslation } from './useTranslation'

/**
 * "Reuse": fills the form with an earlier request, on its connection if that still exists. What it replaces can be put
 * back.
 */
export function useReuse(): (request: MadeDraft, connectionId: string) => void {
  const { t } = useTranslation()
  const { app, draft: drafts } = useStores()
  const did = useDid()
  const showForm = useShowForm()
  const filledStep = useFilledStep()

  const reuse = async (request: MadeDraft, connectionId: string): Promise<Step | null> => {
    const before = currentConnection(app.getState())
    const own = findConnection(app.getState().connections, connectionId)
    const shown = own ?? before
    if (shown === null || before === null || !(await showForm(shown.id))) return null
    const wanted = draftOf(request, shown)
    const { draft: replaced } = drafts.getState()
    drafts.fill(wanted)

    const { id, name } = shown
    const text =
      own === null
        ? t('compose.filledElsewhere', { name })
        : t(id === before.id ? 'compose.filled' : 'compose.filledFor', { name })
    const isLost = isWorthKeeping(replaced) && JSON.stringify(replaced) !== JSON.stringify(wanted)
    return filledStep({
      connectionId: id,
      replaced: { extra: undefined, ...replaced },
      after: { text, shows: id },
      before: { text: t('undo.form'), shows: before.id },
      quiet: !isLost && id === before.id && own !== null,
    })
  }

  return (request, connectionId) => {
    did(() => reuse(request, connectionId))
  }
}

function isWorthKeeping({ prompt, image, extra = [] }: Draft): boolean {
  return prompt.trim() !== '' || image.length > 0 || extra.length > 0
}
