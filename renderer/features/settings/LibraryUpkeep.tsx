import type { AppError } from '@shared/errors'
import { isMoveOver } from '@shared/model/libraryMove'
import type { AskResult, CheckResult, RebuildResult, Upkeep } from '@shared/model/upkeep'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import type { Client } from '../../client/client'
import { useActHere } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useStores } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'

type Running = NonNullable<Upkeep['running']>
type Task = Running['task']

const begun: Readonly<Record<Task, (client: Client) => Promise<unknown>>> = {
  check: (client) => client.call('library.check', { asked: true }),
  rebuild: (client) => client.call('library.rebuild', null),
  ask: (client) => client.call('library.askAgain', { imageId: null }),
}

/** Checks the library, or rebuilds it, on request, and tells what came of it. `onLeave`: shows the gallery. */
export function LibraryUpkeep({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { client, gallery, dialogs } = useStores()
  const library = useApp(({ libraryPath }) => libraryPath)
  const { running, last, rebuilt, asked } = useApp(({ upkeep }) => upkeep)
  const isMoving = useApp(({ move }) => move !== null && !isMoveOver(move.step))
  const { failure, act } = useActHere()

  const doing = running?.task ?? null
  const errorText = useErrorText()
  const isMissing = last !== null && last.missing > 0
  // Once it was pressed, it stays: it has the focus.
  const canAsk = isMissing || doing === 'ask' || (asked !== null && asked.imageId === null)
  const tasks: readonly Task[] = canAsk ? ['check', 'rebuild', 'ask'] : ['check', 'rebuild']

  /** Begins a task, or cancels it. */
  function press(task: Task): void {
    if (isMoving || (doing !== null && doing !== task)) return
    void act(() => (doing === null ? begun[task](client) : client.call('library.cancelCheck', null)))
  }
  const askToForget = (folder: string): void =>
    dialogs.show({
      kind: 'question',
      question: {
        title: t('settings.upkeep.forgetTitle'),
        body: t('settings.upkeep.forgetBody', { folder }),
        confirm: t('settings.upkeep.forgetConfirm'),
        run: async () => void (await client.call('library.forget', { folder })),
      },
    })
  const former = last === null || doing !== null ? [] : last.away.filter((folder) => folder !== library)
  const show = (text: string): void => {
    void gallery.show({ text })
    onLeave()
  }

  const results: Readonly<Record<Task, string | null>> = {
    check: last === null ? null : resultWords(last, t),
    rebuild: rebuilt === null ? null : rebuiltWords(rebuilt, t),
    ask:
      asked === null || asked.imageId !== null
        ? null
        : askedWords(asked, t, (error) => errorText(error).cause),
  }

  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-line pt-3">
      {tasks.map((task) => (
        <div key={task} className="flex flex-col gap-1.5">
          <div className="flex items-start gap-4">
            <p id={`${id}${task}`} className="min-w-0 flex-1 text-small text-faint">
              {t(`settings.upkeep.${task}Hint`)}
            </p>
            {/* One button, which keeps the focus. */}
            <Button
              aria-describedby={`${id}${task}`}
              aria-disabled={isMoving || (doing !== null && doing !== task)}
              className="w-40 shrink-0 justify-center"
              onClick={() => press(task)}
            >
              {doing === task ? t('settings.upkeep.cancel') : t(`settings.upkeep.${task}`)}
            </Button>
          </div>
          {running?.task === task && (
            <>
              <ProgressLine
                value={running.total === 0 ? null : (100 * running.done) / running.total}
                label={progressWords(running, t)}
              />
              <p className="text-small text-faint">{progressWords(running, t)}</p>
            </>
          )}
          <p role="status" className="text-small text-dim empty:hidden">
            {doing === null && results[task]}
          </p>
          {task === 'check' && doing === null && last !== null && last.changed + last.missing > 0 && (
            <div className="flex flex-wrap gap-x-4">
              {last.changed > 0 && (
                <Button look="link" onClick={() => show('is:changed')}>
                  {t('settings.upkeep.showChanged')}
                </Button>
              )}
              {last.missing > 0 && (
                <Button look="link" onClick={() => show('is:missing')}>
                  {t('settings.upkeep.showMissing')}
                </Button>
              )}
            </div>
          )}
          {task === 'check' &&
            former.map((folder) => (
              <Button
                key={folder}
                look="link"
                className="max-w-full self-start"
                onClick={() => askToForget(folder)}
              >
                <span className="min-w-0 truncate">{t('settings.upkeep.forget', { folder })}</span>
              </Button>
            ))}
        </div>
      ))}
      {isMoving && <p className="text-small text-faint">{t('settings.upkeep.afterMove')}</p>}
      <Alert text={failure} />
    </div>
  )
}

function progressWords(running: Running, t: TFunction): string {
  if (running.total === 0) return t('settings.upkeep.looking')
  return t(`settings.upkeep.${running.of}Progress`, running)
}

function rebuiltWords({ restored, ...others }: RebuildResult, t: TFunction): string {
  const words = Object.entries(others).flatMap(([key, count]) =>
    count === 0 ? [] : [t(`settings.upkeep.notRestored.${key as keyof typeof others}`, { count })],
  )
  const first =
    restored === 0 ? t('settings.upkeep.nothingRestored') : t('settings.upkeep.restored', { count: restored })
  return restored === 0 && words.length > 0 ? words.join(' ') : [first, ...words].join(' ')
}

function askedWords(
  { imageId, failed, error, ...counts }: AskResult,
  t: TFunction,
  causeOf: (error: AppError) => string,
): string {
  const words = Object.entries(counts).flatMap(([key, count]) =>
    count === 0 ? [] : [t(`settings.upkeep.asked.${key as keyof typeof counts}`, { count })],
  )
  const why =
    error === null ? [] : [t('settings.upkeep.asked.failed', { count: failed, cause: causeOf(error) })]
  return [...words, ...why].join(' ')
}

function resultWords({ found, changed, missing, unsure, away }: CheckResult, t: TFunction): string {
  const counts = Object.entries({ found, changed, missing, unsure } as const)
  const words = counts.flatMap(([key, count]) =>
    count === 0 ? [] : [t(`settings.upkeep.${key as keyof Omit<CheckResult, 'away'>}`, { count })],
  )
  const folders = away.map((folder) => t('settings.upkeep.away', { folder }))
  return words.length + folders.length === 0 ? t('settings.upkeep.fine') : [...words, ...folders].join(' ')
}
