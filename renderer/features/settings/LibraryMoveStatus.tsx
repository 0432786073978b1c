import { isMoveOver, type LibraryMove, type MoveAction } from '@shared/model/libraryMove'
import type { TFunction } from 'i18next'
import { useActHere } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { ageWords } from '../../text/ageWords'
import { oneLine } from '../../text/errorText'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'
import { useFocusReturned } from '../../ui/useFocusReturned'

/** How the move of the library goes, or how it ended. */
export function LibraryMoveStatus({ move }: { readonly move: LibraryMove }) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const ref = useFocusReturned<HTMLElement>()
  const locale = localeOf(i18n.language)
  const { source, target, step, images, doneImages, problem, unread, kept, otherFiles } = move
  const isOver = isMoveOver(step)

  return (
    <section
      ref={ref}
      aria-label={t('libraryMove.region')}
      className="mt-1 flex flex-col gap-1.5 rounded-large border border-line px-3 py-2"
    >
      <p {...(isOver ? { role: 'status' } : {})}>
        {t(`libraryMove.steps.${step}`, {
          done: doneImages,
          total: images,
          count: images - unread,
          source,
        })}
      </p>
      {!isOver && (
        <ProgressLine
          value={step === 'undoing' ? null : (100 * doneImages) / Math.max(1, images)}
          label={t('libraryMove.region')}
        />
      )}
      {step === 'copying' && <p className="text-small text-faint">{paceLine(move, locale, t)}</p>}
      <p className="selectable text-small wrap-anywhere text-faint">
        {t('libraryMove.route', { source, target })}
      </p>
      {problem !== null && (
        <p className="text-small wrap-anywhere text-warn">{oneLine(errorText(problem))}</p>
      )}
      {isOver && (
        <ul className="text-small wrap-anywhere text-dim empty:hidden">
          {unread > 0 && <li className="text-warn">{t('libraryMove.unread', { count: unread, source })}</li>}
          {kept > 0 && (
            <li className="text-warn">
              {t(step === 'undone' ? 'libraryMove.keptCopy' : 'libraryMove.kept', {
                count: kept,
                source,
                target,
              })}
            </li>
          )}
          {otherFiles > 0 && <li>{t('libraryMove.others', { count: otherFiles, source })}</li>}
        </ul>
      )}
      <MoveButtons move={move} />
    </section>
  )
}

function paceLine(move: LibraryMove, locale: string, t: TFunction): string {
  const { paused, bytes, doneBytes, bytesPerSecond, msLeft } = move
  const size = (count: number) => fileSize(count, locale)
  return [
    t('libraryMove.bytes', { done: size(doneBytes), total: size(bytes) }),
    ...(paused ? [t('libraryMove.paused')] : []),
    ...(bytesPerSecond === null ? [] : [t('libraryMove.pace', { size: size(bytesPerSecond) })]),
    ...(msLeft === null ? [] : [t('libraryMove.left', { time: ageWords(msLeft, locale) })]),
  ].join(' · ')
}

function MoveButtons({ move: { step, paused, source } }: { readonly move: LibraryMove }) {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const { failure, act } = useActHere()
  const send = (action: MoveAction) => client.call('library.actOnMove', { action })
  const press = (action: MoveAction) => void act(() => send(action))

  const askToCancel = () =>
    dialogs.show({
      kind: 'question',
      question: {
        title: t('libraryMove.cancelTitle'),
        body: t('libraryMove.cancelBody', { source }),
        confirm: t('libraryMove.cancelConfirm'),
        run: async () => void (await send('cancel')),
      },
    })

  return (
    <>
      <Alert text={failure} />
      <div className="flex flex-wrap gap-2 pt-1">
        {isMoveOver(step) ? (
          <Button onClick={() => press('dismiss')}>{t('libraryMove.dismiss')}</Button>
        ) : (
          <Button onClick={() => press(paused ? 'resume' : 'pause')}>
            {t(paused ? 'libraryMove.resume' : 'libraryMove.pause')}
          </Button>
        )}
        {step === 'copying' && <Button onClick={askToCancel}>{t('libraryMove.cancel')}</Button>}
      </div>
    </>
  )
}
