import type { ReplacedDraft } from '@shared/model/replacedDraft'
import { FileClock } from 'lucide-react'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { localeOf } from '../../text/locale'
import { timeText } from '../../text/timeText'
import { SearchPopover } from '../../ui/SearchPopover'

/** What something else replaced in the form: putting one back keeps what it replaces here too. */
export function EarlierDraftsButton() {
  const { t, i18n } = useTranslation()
  const { client, draft: drafts } = useStores()
  const act = useAct()
  const locale = localeOf(i18n.language)

  const putBack = async ({ number }: ReplacedDraft): Promise<void> =>
    drafts.fill(await client.call('drafts.replacedOne', { number }))

  return (
    <SearchPopover
      icon={FileClock}
      label={t('prompts.drafts.title')}
      searchLabel={t('prompts.drafts.search')}
      emptyText={t('prompts.drafts.empty')}
      notFoundText={t('prompts.drafts.notFound')}
      source={{
        read: async ({ text }) => {
          const words = text.toLocaleLowerCase(locale).split(/\s+/)
          const rows = (await client.call('drafts.replaced', null)).filter(({ opening }) =>
            words.every((word) => opening.toLocaleLowerCase(locale).includes(word)),
          )
          return { total: rows.length, rows }
        },
        // The list is read anew each time it opens, and nothing is replaced while it is open.
        revision: 0,
        act,
      }}
      keyOf={({ number }) => String(number)}
      show={({ opening, replacedAt }) => (
        <>
          <span className="line-clamp-2 break-words">{opening || t('prompts.drafts.withoutPrompt')}</span>
          <span className="block text-small text-dim">
            {timeText(replacedAt, locale, { dateStyle: 'medium', timeStyle: 'short' })}
          </span>
        </>
      )}
      onChoose={(row) => void act(() => putBack(row))}
      actions={[]}
      foot={[]}
    />
  )
}
