import { jobGroups, type jobLists, type QueueOverview } from '@shared/model/queue'
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useUnseenFailures } from '../../parts/useUnseenFailures'
import { useQueue, useStores } from '../../stores/storesContext'
import { classNames } from '../../ui/classNames'
import { EmptyState } from '../../ui/EmptyState'
import { BatchCard } from './BatchCard'
import { BatchesButton } from './BatchesButton'
import { FailedGroup } from './FailedGroup'
import { FinishedList } from './FinishedList'
import { FoldRow } from './FoldRow'
import { GroupActions } from './GroupActions'
import { JobRow } from './JobRow'
import { PauseButton } from './PauseButton'
import { QueueGroup } from './QueueGroup'
import { QueueNotices } from './QueueNotices'
import { foldedRows, joinedJobs, type QueueRow } from './queueRows'
import { RowList } from './RowList'
import { TodayCost } from './TodayCost'
import { useLines } from './useLines'
import { WaitingList } from './WaitingList'

interface QueueColumnProps {
  /** At the end of its head. */
  readonly corner?: ReactNode
  readonly isTitled: boolean
}

/** The whole queue, beginning with what needs the user. */
export function QueueColumn({ corner, isTitled }: QueueColumnProps) {
  const { t } = useTranslation()
  const overview = useQueue((state) => state.overview)
  const region = useRef<HTMLElement>(null)
  useLines(region)
  return (
    <section ref={region} aria-label={t('queue.region')} className="flex h-full min-w-0 flex-col bg-panel">
      <div className={classNames('shrink-0 pt-0.5 pr-2 pb-1.5 pl-4 text-small', isTitled && 'min-h-13')}>
        <div data-line className="flex items-center gap-1">
          <h2 className={isTitled ? 'font-semibold' : 'sr-only'}>{t('queue.title')}</h2>
          <div className={classNames('min-w-0 flex-1', isTitled && 'pl-2')}>
            {overview?.paused && <p className="truncate text-warn">{t('queue.paused')}</p>}
          </div>
          <BatchesButton />
          <PauseButton />
          {corner}
        </div>
        <div data-line className="flex min-w-0 pr-2">
          <TodayCost />
        </div>
      </div>
      <BatchCard />
      <QueueNotices />
      {overview !== null && <Groups overview={overview} />}
    </section>
  )
}

function Groups({ overview }: { readonly overview: QueueOverview }) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { batch, counts, folds, needsYou, running, waiting, stopped, finished, finishedBatches } = overview
  const isCut = finished.length < counts.finished
  const rows: Readonly<Record<(typeof jobLists)[number], readonly QueueRow[]>> = {
    needsYou: useMemo(() => foldedRows(needsYou, folds), [needsYou, folds]),
    running: useMemo(() => foldedRows(running, folds), [running, folds]),
    stopped: useMemo(() => foldedRows(stopped, folds), [stopped, folds]),
    finished: useMemo(() => foldedRows(joinedJobs(finished, isCut), folds), [finished, isCut, folds]),
  }
  const listed: QueueOverview['counts'] = {
    needsYou: needsYou.length,
    running: running.length,
    waiting: waiting.reduce((sum, batch) => sum + batch.waiting, 0),
    stopped: stopped.length,
    finished: batch === null ? finishedBatches.reduce((sum, { listed }) => sum + listed, 0) : finished.length,
  }
  const unseen = useUnseenFailures()
  const others = useMemo(
    () => finishedBatches.filter((one) => !unseen.batches.includes(one)),
    [finishedBatches, unseen],
  )
  const unseenListed = unseen.batches.reduce((sum, { listed }) => sum + listed, 0)
  const isPaused = waiting.some(({ gate }) => gate.kind === 'paused')
  useSoughtBatch(scroller)

  if (Object.values(counts).every((count) => count === 0)) {
    return (
      <div className="mx-4 grid flex-1 place-items-center border-t border-line pb-13">
        <EmptyState title={t('queue.empty')} hint={t('queue.emptyHint')} />
      </div>
    )
  }
  const row = (warn: boolean) => (entry: QueueRow) =>
    entry.kind === 'job' ? <JobRow job={entry.job} warn={warn} /> : <FoldRow row={entry} warn={warn} />

  return (
    <div
      ref={scroller}
      data-lines
      className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
    >
      {jobGroups.map((group) => (
        <Fragment key={group}>
          {group === 'running' && unseen.count > 0 && <FailedGroup unseen={unseen} scroller={scroller} />}
          <QueueGroup
            group={group}
            count={counts[group] - (group === 'finished' ? unseenListed : 0)}
            more={listed[group] < counts[group]}
            note={group === 'waiting' && isPaused ? t('sendGate.paused') : null}
            actions={
              <GroupActions
                group={group}
                overview={overview}
                rows={group === 'needsYou' ? rows.needsYou : []}
              />
            }
          >
            {group === 'waiting' ? (
              <WaitingList batches={waiting} scroller={scroller} />
            ) : group === 'finished' && batch === null ? (
              <FinishedList batches={others} scroller={scroller} />
            ) : (
              <RowList rows={rows[group]} scroller={scroller}>
                {row(group === 'needsYou')}
              </RowList>
            )}
          </QueueGroup>
        </Fragment>
      ))}
    </div>
  )
}

/** Scrolls the batch the user asked for into view and gives it the focus. */
function useSoughtBatch(scroller: RefObject<HTMLElement | null>): void {
  const { queue } = useStores()
  const sought = useQueue((state) => state.sought)
  useEffect(() => {
    if (sought === null) return
    const row = scroller.current
      ?.querySelector(`[data-batch="${CSS.escape(sought)}"]`)
      ?.closest<HTMLElement>('[data-line]')
    row?.scrollIntoView({ block: 'nearest' })
    row?.focus({ preventScroll: true })
    queue.seek(null)
  }, [sought, queue, scroller])
}
