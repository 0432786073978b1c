import type { PromptTemplate, TemplateRow } from '@shared/model/prompt'
import { BookMarked, Pencil, Trash2 } from 'lucide-react'
import { useAct } from '../../parts/useAct'
import { useDid } from '../../parts/useDid'
import { useTranslation } from '../../parts/useTranslation'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'
import { SearchPopover } from '../../ui/SearchPopover'
import { usePromptsRevision } from './usePromptsRevision'

interface TemplatesButtonProps {
  /** Whether there is a prompt to save. */
  readonly savable: boolean
  readonly onFill: (template: PromptTemplate) => void
}

/** Saved prompts: use, rename or delete one, or save the prompt in the form. */
export function TemplatesButton({ savable, onFill }: TemplatesButtonProps) {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const act = useAct()
  const did = useDid()
  const revision = usePromptsRevision()

  const fill = async ({ id }: TemplateRow): Promise<void> =>
    onFill(await client.call('prompts.template', { id }))

  const removed = async (row: TemplateRow): Promise<Step> => {
    const { id, name } = row
    await client.call('prompts.removeTemplate', { id })
    return {
      text: t('prompts.templates.deleted', { name }),
      tooLate: t('undo.tooLate'),
      async reverse() {
        const { restored } = await client.call('prompts.restoreTemplate', null)
        if (restored === 0) return null
        const text = t('prompts.templates.back', { name })
        return { text, tooLate: t('undo.redoTooLate'), reverse: () => removed(row) }
      },
    }
  }

  return (
    <SearchPopover
      icon={BookMarked}
      label={t('prompts.templates.title')}
      searchLabel={t('prompts.templates.search')}
      emptyText={t('prompts.templates.empty')}
      notFoundText={t('prompts.templates.notFound')}
      source={{
        read: (query) => client.call('prompts.templates', query),
        revision,
        act,
      }}
      keyOf={({ id }) => id}
      show={({ name, opening }) => (
        <>
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-small text-dim">{opening}</span>
        </>
      )}
      onChoose={(row) => void act(() => fill(row))}
      actions={[
        {
          icon: Pencil,
          label: t('prompts.templates.rename'),
          keys: 'F2',
          closes: true,
          onAct: ({ id, name }) => dialogs.show({ kind: 'template', renamed: { id, name } }),
        },
        {
          icon: Trash2,
          label: t('prompts.templates.delete'),
          keys: 'Shift+Delete',
          onAct: (row) => did(() => removed(row)),
        },
      ]}
      foot={[
        {
          label: t('prompts.templates.save'),
          unavailable: !savable,
          onAct: () => dialogs.show({ kind: 'template', renamed: null }),
        },
      ]}
    />
  )
}
