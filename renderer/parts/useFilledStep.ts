import type { Draft } from '@shared/model/draft'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { useShowForm } from './useShowForm'
import { useTranslation } from './useTranslation'

interface Side {
  readonly text: string
  /** The connection that is shown then. */
  readonly shows: string
}

export interface Filled {
  /** The connection whose form was filled. */
  readonly connectionId: string
  /** What was in the filled fields. */
  readonly replaced: Partial<Draft>
  readonly after: Side
  readonly before: Side
  /** Nothing was lost, so that no toast tells it. */
  readonly quiet: boolean
}

/**
 * The form was filled: what it replaced and what the form holds by then change places, so that nothing is lost that was
 * written since.
 */
export function useFilledStep(): (filled: Filled) => Step {
  const { t } = useTranslation()
  const { draft: drafts } = useStores()
  const showForm = useShowForm()

  const stepOf = ({ connectionId, replaced, after, before, quiet }: Filled): Step => ({
    text: after.text,
    tooLate: t('undo.tooLate'),
    quiet,
    inForm: true,
    async reverse() {
      if (!(await showForm(connectionId))) return null
      const held = sameFields(replaced, drafts.getState().draft)
      drafts.replace(replaced)
      await showForm(before.shows)
      return stepOf({ connectionId, replaced: held, after: before, before: after, quiet: false })
    },
  })
  return stepOf
}

function sameFields(fields: Partial<Draft>, draft: Draft): Partial<Draft> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, draft[name as keyof Draft]]))
}
