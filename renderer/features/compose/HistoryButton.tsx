import type { HistoryRow } from '@shared/model/prompt'
import { History, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'
import { SearchPopover } from '../../ui/SearchPopover'
import { usePromptsRevision } from './usePromptsRevision'

interface HistoryButtonProps {
  readonly onFill: (prompt: string) => void
}

/** The prompts that were queued: search, reuse or delete them. */
export function HistoryButton({ onFill }: HistoryButtonProps) {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const act = useAct()
  const revision = usePromptsRevision()

  const fill = async ({ number }: HistoryRow): Promise<void> =>
    onFill((await client.call('prompts.entry', { number })).prompt)

  const forget = async (number: number | null): Promise<void> => {
    const { forgotten } = await client.call('prompts.forget', { number })
    if (forgotten === 0) return
    const recall = async (): Promise<null> => {
      await client.call('prompts.recall', null)
      return null
    }
    toasts.show({
      text: t(number === null ? 'prompts.history.cleared' : 'prompts.history.deleted', { count: forgotten }),
      action: { label: t('prompts.undo'), run: recall },
    })
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
          onAct: ({ number }) => void act(() => forget(number)),
        },
      ]}
      foot={[{ label: t('prompts.history.clear'), onAct: () => void act(() => forget(null)) }]}
    />
  )
}
