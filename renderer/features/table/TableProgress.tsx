import type { OpenTable } from '@shared/model/table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useOpenTable } from '../../text/useOpenTable'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'

/** The progress of reading the table; nothing once it is ready. */
export function TableProgress({ table }: { readonly table: OpenTable }) {
  const { t } = useTranslation()
  const { cancel } = useOpenTable()
  const { stage, progress } = table
  if (stage === 'ready') return null
  const part = progress.total === 0 ? null : Math.min(1, progress.done / progress.total)
  return (
    <div className="px-6 py-2">
      <div className="flex items-center gap-4 pb-1.5">
        <p role="status" className="text-small text-dim tabular-nums">
          {words(table, part, t)}
        </p>
        <Button look="ghost" className="ml-auto" onClick={cancel}>
          {t('table.progress.cancel')}
        </Button>
      </div>
      <ProgressLine value={part === null ? null : part * 100} label={t('table.progress.label')} />
    </div>
  )
}

function words({ stage, progress: { done, total } }: OpenTable, part: number | null, t: TFunction): string {
  if (stage === 'reading') {
    // Whole percents, so that a screen reader doesn't announce every small step.
    return part === null
      ? t('table.progress.reading')
      : t('table.progress.readingPart', { part: Math.floor(part * 100) / 100 })
  }
  const known = part !== null
  if (stage === 'checking') {
    return known ? t('table.progress.checkingPart', { done, total }) : t('table.progress.checking')
  }
  return known ? t('table.progress.queueingPart', { done, total }) : t('table.progress.queueing')
}
