import type { ExportAction, ExportRun } from '@shared/model/exportRun'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { useTranslation } from '../../parts/useTranslation'
import { countOf, selectionOf } from '../../stores/selectedImages'
import { useCommand, useStores } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
import { Button } from '../../ui/Button'
import { Disclosure } from '../../ui/Disclosure'
import { ProgressLine } from '../../ui/ProgressLine'
import { successStay, ToastBar } from '../../ui/ToastBar'

/** Opens the export of the selection on request, and shows what is under way, and its result, while it is `shown`. */
export function ExportBar({ shown }: { readonly shown: boolean }) {
  const { dialogs, exports, gallery, selection } = useStores()
  const libraryOnly = useLibraryOnly()
  const run = useStore(exports, ({ current }) => current)

  useCommand('export', () =>
    selection.act(() =>
      libraryOnly(() => {
        const selected = selection.getState()
        if (countOf(selected) === 0) return
        dialogs.show({ kind: 'export', what: { images: selectionOf(selected, gallery.shownQuery()) } })
      }),
    ),
  )

  useToldOnce(run?.stage === 'ended' && isWhole(run), shown)

  if (!shown || run === null) return null
  return run.stage === 'running' ? <Running run={run} /> : <Ended run={run} />
}

type EndedRun = Extract<ExportRun, { readonly stage: 'ended' }>

/** There is nothing to do about it. */
const isWhole = ({ failed, left, hiddenTexts }: EndedRun): boolean =>
  failed.length === 0 && left === 0 && hiddenTexts === 0

/** A success that gave way to a toast doesn't come back after it. */
function useToldOnce(isSuccess: boolean, shown: boolean): void {
  const isTold = useRef(false)
  const dismiss = useEffectEvent(useExportAct()('dismiss'))
  useEffect(() => {
    if (isSuccess && !shown && isTold.current) dismiss()
    isTold.current = isSuccess && (shown || isTold.current)
  }, [isSuccess, shown])
}

function useExportAct() {
  const { client } = useStores()
  const act = useAct()
  return (action: ExportAction) => () => void act(() => client.call('exports.act', { action }))
}

function Running({ run }: { readonly run: Extract<ExportRun, { readonly stage: 'running' }> }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const send = useExportAct()
  const { done, total, perSecond, leftMs, isPaused, problem } = run
  const rests = isPaused || problem !== null
  const text = t(rests ? 'exports.pausedAt' : 'exports.running', { done, total })
  return (
    <Bar
      action={
        <div className="flex gap-3">
          <Button look="link" onClick={send(rests ? 'resume' : 'pause')}>
            {t(rests ? 'exports.resume' : 'exports.pause')}
          </Button>
          <Button look="link" onClick={send('cancel')}>
            {t('exports.stop')}
          </Button>
        </div>
      }
    >
      <div className="flex w-64 flex-col gap-1.5">
        <p>{text}</p>
        <ProgressLine value={(100 * done) / Math.max(1, total)} label={text} />
        {problem !== null ? (
          <p role="alert" className="text-small text-bad">
            {oneLine(errorText(problem))}
          </p>
        ) : (
          !rests &&
          perSecond !== null &&
          leftMs !== null && <PaceLine perSecond={perSecond} leftMs={leftMs} />
        )}
      </div>
    </Bar>
  )
}

function PaceLine({ perSecond, leftMs }: { readonly perSecond: number; readonly leftMs: number }) {
  const { t } = useTranslation()
  const minutes = Math.round(leftMs / 60_000)
  const left =
    minutes < 1
      ? t('exports.leftSeconds')
      : minutes < 90
        ? t('exports.leftMinutes', { count: minutes })
        : t('exports.leftHours', { count: Math.round(minutes / 60) })
  return (
    <p className="text-small text-dim tabular-nums">
      {perSecond < 1
        ? t('exports.perMinute', { rate: Math.max(1, Math.round(perSecond * 60)), left })
        : t('exports.perSecond', { rate: Math.round(perSecond), left })}
    </p>
  )
}

function Ended({ run }: { readonly run: EndedRun }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const errorText = useErrorText()
  const send = useExportAct()
  const { places, written, kept, hiddenTexts, unchanged, skipped, failed, named, left } = run
  const hasZip = places.some(({ zip }) => zip !== null)
  // What a file is doesn’t change.
  const mayHelp = left > 0 || failed.some(({ error }) => error.code !== 'exportOtherFormat')
  // Each of several recipes wrote a file of each image.
  const isOfFiles = places.length > 1
  return (
    <Bar
      stay={isWhole(run) ? successStay : null}
      onDismiss={send('dismiss')}
      action={
        <div className="flex gap-3">
          {mayHelp && (
            <Button look="link" onClick={send('retry')}>
              {t('exports.retry')}
            </Button>
          )}
          {written > 0 && (
            <Button look="link" onClick={() => void act(() => client.call('exports.reveal', null))}>
              {t('exports.show')}
            </Button>
          )}
        </div>
      }
    >
      <div role="status">
        <p>{endWords(run, t)}</p>
        {unchanged > 0 && <p className="text-dim">{t('exports.alreadyThere', { count: unchanged })}</p>}
        {skipped > 0 && <p className="text-dim">{t('exports.leftOut', { count: skipped })}</p>}
        {hiddenTexts > 0 && <p className="text-warn">{t('exports.hiddenTexts', { count: hiddenTexts })}</p>}
        {left > 0 && (
          <p className="text-dim">{t(isOfFiles ? 'exports.leftFiles' : 'exports.left', { count: left })}</p>
        )}
        {failed.length > 0 && (
          <>
            <p className="text-bad">
              {t('exports.failed', { count: failed.reduce((sum, { count }) => sum + count, 0) })}
            </p>
            {hasZip && written > 0 && (
              <p className="text-small text-dim">{t(kept > 0 ? 'exports.zipKept' : 'exports.zipLacks')}</p>
            )}
            <ul className="text-small text-dim">
              {failed.map(({ error, count }) => (
                <li key={error.code}>
                  {t(isOfFiles ? 'exports.failedFiles' : 'exports.failedAlike', {
                    count,
                    ...errorText(error),
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {named.length > 0 && (
        <Disclosure label={t('exports.which')}>
          <ul className="max-h-32 overflow-y-auto text-small text-dim">
            {named.map(({ path }) => (
              <li key={path} dir="auto" className="break-words">
                {path}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Bar>
  )
}

interface BarProps {
  readonly children: ReactNode
  readonly action: ReactNode
  /** Milliseconds; by default it stays. */
  readonly stay?: number | null
  readonly onDismiss?: () => void
}

function Bar({ children, action, stay = null, onDismiss }: BarProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('exports.region')} className="flex max-w-full min-w-0">
      <ToastBar
        duration={stay}
        action={action}
        {...(onDismiss === undefined ? {} : { onDone: onDismiss, dismissLabel: t('frame.dismiss') })}
      >
        {children}
      </ToastBar>
    </section>
  )
}

function endWords({ places, written: count, kept }: EndedRun, t: TFunction): string {
  const [first = { folder: '', zip: null }] = places
  const { folder, zip } = first
  const isOnePlace = places.every((one) => one.folder === folder && one.zip === zip)
  if (count === 0) return isOnePlace ? t('exports.nothing', { folder }) : t('exports.nothingWritten')
  if (!isOnePlace) return t('exports.writtenSeveral', { count, places: places.length })
  if (zip !== null) return t(kept > 0 ? 'exports.keptZip' : 'exports.writtenZip', { count, folder, zip })
  return t(places.length > 1 ? 'exports.writtenFiles' : 'exports.written', { count, folder })
}
