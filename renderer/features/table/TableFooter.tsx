import type { Connection } from '@shared/model/connection'
import type { Cost } from '@shared/model/cost'
import type { OpenTable, TableSettings } from '@shared/model/table'
import { useId } from 'react'
import { GateButtons } from '../../parts/GateButtons'
import { useDraftGate } from '../../parts/useDraftGate'
import { useErrorText } from '../../parts/useErrorText'
import { useOpenTable } from '../../parts/useOpenTable'
import { useTranslation } from '../../parts/useTranslation'
import { costWords } from '../../text/costWords'
import { gateWords } from '../../text/gateWords'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { QueueTable } from './useQueueTable'

interface TableFooterProps {
  readonly table: OpenTable
  readonly queueing: QueueTable
  /** Changes settings by a button that then goes away. */
  readonly onChange: (patch: Partial<TableSettings>) => void
}

/** Exactly what will be queued, and the buttons that queue it. */
export function TableFooter({ table, queueing, onChange }: TableFooterProps) {
  const { t } = useTranslation()
  const { discard } = useOpenTable()
  const lineId = useId()
  const { counts } = table
  const { obstacle, failure } = queueing
  const wrong = obstacle === 'wrong'
  const rows = counts.toQueue + counts.selectedWrong
  const options = [
    ...(counts.unsentSizes > 0 ? [t('table.footer.sizes')] : []),
    ...(counts.unsentReferences > 0 ? [t('table.footer.references')] : []),
  ]

  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-t border-line bg-panel px-6 py-3">
      <div id={lineId} className="min-w-[min(100%,288px)] flex-1 text-small">
        <Alert text={failure} />
        <PlanLines table={table} queueing={queueing} onChange={onChange} />
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        <Button onClick={discard} className="min-h-9">
          {t('table.footer.discard')}
        </Button>
        {wrong && (
          <Button onClick={() => queueing.queue(true)} aria-describedby={lineId} className="min-h-9">
            {t('table.footer.onlyRight')}
          </Button>
        )}
        <Button
          look="primary"
          unavailable={obstacle !== null}
          aria-describedby={lineId}
          onClick={() => queueing.queue(false)}
          className="min-w-40"
        >
          {t('table.footer.queue', { count: rows })}
          {/* The name by which it is known stays: the description says what is left out. */}
          {options.length > 0 && <span aria-hidden>{t('compose.without', { options })}</span>}
        </Button>
      </div>
    </div>
  )
}

function PlanLines({ table, queueing, onChange }: TableFooterProps) {
  const { t } = useTranslation()
  const { counts, settings } = table
  const { connection, cost, obstacle } = queueing
  if (connection === null || obstacle === 'problem') return null
  const { name, kind } = connection
  const knownOut = settings.again ? 0 : counts.selected - counts.selectedWrong - counts.toQueue

  return (
    <>
      {counts.toQueue > 0 && (
        <p className="tabular-nums">
          {t('table.footer.plan', {
            rows: t('table.rows', { count: counts.toQueue }),
            requests: t('compose.requests', { count: counts.requests }),
            images: t('compose.imageCount', { count: counts.images }),
            cost: costWords(cost, t, { demo: kind === 'demo' }),
            name,
          })}
        </p>
      )}
      {obstacle === 'wrong' || obstacle === 'noneRight' ? (
        <p className="text-bad">{t('table.footer.wrong', { count: counts.selectedWrong })}</p>
      ) : (
        obstacle !== null && <p className="text-dim">{t(`table.footer.${obstacle}`)}</p>
      )}
      <UnsentLines table={table} onChange={onChange} />
      <BracesLine table={table} onChange={onChange} />
      {knownOut > 0 && <p className="text-dim">{t('table.footer.knownOut', { count: knownOut })}</p>}
      {counts.toQueue > 0 && <GateLine connection={connection} cost={cost} />}
    </>
  )
}

/** What rows are sent without, although a cell or the settings have it. */
function UnsentLines({ table, onChange }: Omit<TableFooterProps, 'queueing'>) {
  const { t } = useTranslation()
  const { counts, settings } = table
  const { unsentSizes, unsentReferences } = counts
  if (unsentSizes + unsentReferences === 0) return null
  const { defaults } = settings
  return (
    <div className="text-warn">
      {unsentSizes > 0 && <p>{t('table.footer.unsentSizes', { count: unsentSizes })}</p>}
      {unsentReferences > 0 && <p>{t('table.footer.unsentReferences', { count: unsentReferences })}</p>}
      {defaults.mode === 'background' && (
        <p>
          <Button look="link" onClick={() => onChange({ defaults: { ...defaults, mode: 'direct' } })}>
            {t('compose.switchToDirect')}
          </Button>{' '}
          {t('compose.directRisk')}
        </p>
      )}
    </div>
  )
}

/** That alternatives are paid for as they stand, braces and all, unless the user has them expanded. */
function BracesLine({ table: { counts }, onChange }: Omit<TableFooterProps, 'queueing'>) {
  const { t } = useTranslation()
  if (counts.textBraces === 0) return null
  return (
    <p className="text-warn">
      {t('table.footer.textBraces', { count: counts.textBraces })}{' '}
      <Button look="link" onClick={() => onChange({ expand: true })}>
        {t('table.settings.expand')}
      </Button>
    </p>
  )
}

/** What will keep the rows from being sent once they are queued. */
function GateLine({ connection, cost }: { readonly connection: Connection; readonly cost: Cost }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const gate = useDraftGate(connection, cost)
  const reason = gateWords(gate, { t, errorText, name: connection.name })
  if (reason === null) return null
  return (
    <>
      <p className="text-dim">{reason}</p>
      <GateButtons gate={gate} connectionId={connection.id} />
    </>
  )
}
