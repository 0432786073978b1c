import type { Expansion } from '@shared/model/draftExpansion'
import { countCeiling, expandTemplate } from '@shared/model/templateExpansion'
import { useMemo } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { Disclosure } from '../../ui/Disclosure'

const rowsShown = 5
/** Characters per row; a row shows two lines of them. */
const openingLength = 300

/** What the prompt expands to, if it isn't sent as typed: how many prompts, and the first few. */
export function ExpansionPreview({ expansion }: { readonly expansion: Expansion }) {
  const { t } = useTranslation()
  const { template, count } = expansion
  if (!template.special || count === null) return null
  return (
    <Disclosure
      initiallyOpen
      label={
        count < countCeiling
          ? t('expansion.prompts', { count: Number(count), amount: String(count) })
          : t('expansion.countless')
      }
    >
      <FirstRows expansion={expansion} count={count} />
    </Disclosure>
  )
}

function FirstRows({ expansion, count }: { readonly expansion: Expansion; readonly count: bigint }) {
  const { t } = useTranslation()
  const rows = useMemo(() => {
    const prompts = expandTemplate(expansion.template, expansion.values, { limit: rowsShown })
    return [...prompts].map((prompt, at) => ({ at, opening: prompt.slice(0, openingLength) }))
  }, [expansion])
  const more = count - BigInt(rows.length)

  return (
    <div className="mt-1 border-l border-line pl-2.5 text-small text-dim">
      <ol aria-label={t('expansion.firstRows')} className="flex flex-col gap-1">
        {rows.map(({ at, opening }) => (
          <li key={at} dir="auto">
            {opening.trim() === '' ? (
              <span className="text-faint">{t('expansion.nothing')}</span>
            ) : (
              <span className="line-clamp-2 break-words" title={opening}>
                {opening}
              </span>
            )}
          </li>
        ))}
      </ol>
      {more > 0n && count < countCeiling && (
        <p className="pt-1 text-faint tabular-nums">{t('expansion.more', { amount: String(more) })}</p>
      )}
    </div>
  )
}
