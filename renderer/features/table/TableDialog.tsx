import type { OpenTable } from '@shared/model/table'
import type { TFunction } from 'i18next'
import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useOpenTable } from '../../parts/useOpenTable'
import { usePastedText } from '../../parts/usePastedText'
import { useTranslation } from '../../parts/useTranslation'
import { useTable } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { EmptyState } from '../../ui/EmptyState'
import { ProgressLine } from '../../ui/ProgressLine'
import { TableFailure } from './TableFailure'
import { TableReading } from './TableReading'
import { TableSheet } from './TableSheet'
import { factsOf } from './tableWords'

/** Where a table is prepared. Closing it keeps the table; only its button queues. */
export function TableDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const table = useTable((state) => state.table)
  const { open } = useOpenTable()

  return (
    <Dialog
      title={t('table.title')}
      {...(table === null
        ? {}
        : {
            lead: (
              <>
                <bdi className="pr-2 text-text">{table.name === '' ? t('table.pasted') : table.name}</bdi>
                {factsOf(table, t)}
              </>
            ),
            // A problem brings its own button.
            actions: table.problem === null && (
              <Button look="ghost" onClick={open}>
                {t('table.openAnother')}
              </Button>
            ),
          })}
      closeLabel={t('frame.close')}
      onClose={onClose}
      size="full"
    >
      {table === null ? (
        <TableStart />
      ) : (
        <>
          <TableProgress table={table} />
          <TableReading table={table} />
          <TableSheet key={table.id} table={table} />
        </>
      )}
    </Dialog>
  )
}

/** The progress of reading the table; nothing once it is ready, or if a problem left no rows to check. */
function TableProgress({ table }: { readonly table: OpenTable }) {
  const { t } = useTranslation()
  const { cancel } = useOpenTable()
  const { stage, progress, problem, counts } = table
  if (stage === 'ready' || (problem !== null && counts.rows === 0)) return null
  const part = progress.total === 0 ? null : Math.min(1, progress.done / progress.total)
  return (
    <div className="px-6 py-2">
      <div className="flex items-center gap-4 pb-1.5">
        <p role="status" className="text-small text-dim tabular-nums">
          {progressWords(table, part, t)}
        </p>
        <Button look="ghost" className="ml-auto" onClick={cancel}>
          {t('table.progress.cancel')}
        </Button>
      </div>
      <ProgressLine value={part === null ? null : part * 100} label={t('table.progress.label')} />
    </div>
  )
}

function progressWords(
  { stage, progress: { done, total } }: OpenTable,
  part: number | null,
  t: TFunction,
): string {
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

/** Shown when no table is open. */
function TableStart() {
  const { t } = useTranslation()
  const { open, paste } = useOpenTable()
  const opening = useTable((state) => state.opening)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  usePastedText((text) => {
    paste(text)
    return true
  })

  return (
    <div className="grid flex-1 place-items-center overflow-y-auto">
      <EmptyState title={t('table.start.title')} hint={t('table.start.hint')}>
        <FileSpreadsheet size={32} strokeWidth={1.25} aria-hidden className="-order-1 mb-2 text-faint" />
        <Button ref={button} look="primary" className="mt-3" unavailable={opening} onClick={open}>
          {t(opening ? 'table.start.opening' : 'table.start.open')}
        </Button>
        <p className="pt-3 text-small text-dim">{t('table.start.others')}</p>
        <p className="text-small text-faint">{t('table.start.formats')}</p>
        <TableFailure />
      </EmptyState>
    </div>
  )
}
