import { isMoveOver } from '@shared/model/libraryMove'
import type { CheckResult } from '@shared/model/upkeep'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useActHere } from '../../parts/useAct'
import { useApp, useStores } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'

/** Checks the library on request, and tells what the last check found. `onLeave`: shows the gallery. */
export function LibraryUpkeep({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const { client, gallery } = useStores()
  const { running, last } = useApp(({ upkeep }) => upkeep)
  const isMoving = useApp(({ move }) => move !== null && !isMoveOver(move.step))
  const { failure, act } = useActHere()

  const press = (): void =>
    void act(() =>
      running === null
        ? client.call('library.check', { asked: true })
        : client.call('library.cancelCheck', null),
    )
  const show = (text: string): void => {
    void gallery.search({ text })
    onLeave()
  }

  return (
    <div className="flex flex-col gap-2 pt-3">
      <div className="flex flex-wrap items-center gap-2">
        {/* One button, which keeps the focus. */}
        <Button aria-disabled={isMoving} onClick={isMoving ? undefined : press}>
          {running === null ? t('settings.upkeep.check') : t('settings.upkeep.cancel')}
        </Button>
        {running === null && last !== null && last.changed > 0 && (
          <Button look="link" onClick={() => show('is:changed')}>
            {t('settings.upkeep.showChanged')}
          </Button>
        )}
        {running === null && last !== null && last.missing > 0 && (
          <Button look="link" onClick={() => show('is:missing')}>
            {t('settings.upkeep.showMissing')}
          </Button>
        )}
      </div>
      {running !== null && (
        <ProgressLine
          value={running.total === 0 ? null : (100 * running.done) / running.total}
          label={t('settings.upkeep.progress', running)}
        />
      )}
      <p role="status" className="text-small text-dim">
        {running === null && last !== null && resultWords(last, t)}
      </p>
      <p className="text-small text-faint">
        {running !== null
          ? t('settings.upkeep.progress', running)
          : t(isMoving ? 'settings.upkeep.afterMove' : 'settings.upkeep.hint')}
      </p>
      <Alert text={failure} />
    </div>
  )
}

function resultWords({ found, changed, missing, unsure, away }: CheckResult, t: TFunction): string {
  const counts = Object.entries({ found, changed, missing, unsure } as const)
  const words = counts.flatMap(([key, count]) =>
    count === 0 ? [] : [t(`settings.upkeep.${key as keyof Omit<CheckResult, 'away'>}`, { count })],
  )
  const folders = away.map((folder) => t('settings.upkeep.away', { folder }))
  return words.length + folders.length === 0 ? t('settings.upkeep.fine') : [...words, ...folders].join(' ')
}
