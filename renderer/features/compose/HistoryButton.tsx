import type { HistoryRow } from '@shared/model/prompt'
import { History, Trash2 } from 'lucide-react'
import { useAct } from '../../parts/useAct'
import { useDid } from '../../parts/useDid'
import { useTranslation } from '../../parts/useTranslation'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'
import { SearchPopover } from '../../ui/SearchPopover'
import { usePromptsRevision } from './usePromptsRevision'

interface HistoryButtonProps {
  readonly onFill: (prompt: string) => void
}

/** The prompts that were queued: search, reuse or delete them. */
export function HistoryButton({ onFill }: HistoryButtonProps) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const did = useDid()
  const revision = usePromptsRevision()

  const fill = async ({ number }: HistoryRow): Promise<void> =>
    onFill((await client.call('prompts.entry', { number })).prompt)

  const forgotten = async (number: number | null): Promise<Step | null> => {
    const { forgotten: count } = await client.call('prompts.forget', { number })
    if (count === 0) return null
    return {
      text: t(number === null ? 'prompts.history.cleared' : 'prompts.history.deleted', { count }),
      tooLate: t('undo.tooLate'),
      async reverse() {
        const { recalled } = await client.call('prompts.recall', null)
        if (recalled === 0) return null
        const text = t('prompts.history.back', { count: recalled })
        return { text, tooLate: t('undo.redoTooLate'), reverse: () => forgotten(number) }
      },
    }
  }

  return (
    <SearchPopover
      icon={History}
      label={t('prompts.history.title')}
      searchLabel={t('prompts.history.search')}
      emptyText={t('prompts.history.empty')}
      notFoundText={t('prompts.history.notFound')}
      source={{
        read: (query) => client.call('prompts.history', query),
        revision,
        act,
      }}
      keyOf={({ number }) => String(number)}
      show={({ opening }) => <span className="line-clamp-2 break-words">{opening}</span>}
      onChoose={(row) => void act(() => fill(row))}
      actions={[
        {
          icon: Trash2,
          label: t('prompts.history.delete'),
          keys: 'Shift+Delete',
          onAct: ({ number }) => did(() => forgotten(number)),
        },
      ]}
      foot={[{ label: t('prompts.history.clear'), onAct: () => did(() => forgotten(null)) }]}
    />
  )
}
