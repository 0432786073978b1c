import type { ImageDetails } from '@shared/model/image'
import { isLeft } from '@shared/model/leftFile'
import { useAct } from '../../../parts/useAct'
import { useTranslation } from '../../../parts/useTranslation'
import { useApp, useStores } from '../../../stores/storesContext'
import { Button } from '../../../ui/Button'
import { useAskAgain } from './useAskAgain'

interface OutsideNoteProps {
  readonly image: Pick<ImageDetails, 'id' | 'file' | 'outside' | 'brought'>
}

/** In the details of an image whose file was changed or is missing: what that means, and what to do. */
export function OutsideNote({ image: { id, file, outside, brought } }: OutsideNoteProps) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const task = useApp(({ upkeep }) => upkeep.running?.task ?? null)
  const askAgain = useAskAgain()
  if (outside === null) return null
  const words = outside === 'missing' && isLeft(file) ? 'leftMissing' : outside
  return (
    <div className="flex flex-col gap-1 rounded-medium border border-line px-3 py-2 text-small">
      <p className={outside === 'missing' ? 'text-bad' : 'text-warn'}>{t(`gallery.outside.${words}Is`)}</p>
      <p className="text-dim">{t(`gallery.outside.${words}Next`)}</p>
      {outside === 'missing' && (
        <div>
          <Button
            look="link"
            aria-disabled={task !== null}
            onClick={() => {
              if (task === null) void act(() => client.call('library.check', { asked: true }))
            }}
          >
            {task === null || task === 'ask' ? t('settings.upkeep.check') : t('settings.upkeep.checking')}
          </Button>
        </div>
      )}
      {outside === 'missing' && brought === null && (
        <>
          <p className="text-dim">{t('gallery.outside.missingAsk')}</p>
          <div>
            <Button look="link" aria-disabled={task !== null} onClick={() => askAgain(id)}>
              {task === 'ask' ? t('gallery.outside.asking') : t('settings.upkeep.ask')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
