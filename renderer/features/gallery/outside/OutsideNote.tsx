import type { ImageDetails } from '@shared/model/image'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../parts/useAct'
import { useApp, useStores } from '../../../stores/storesContext'
import { Button } from '../../../ui/Button'

/** In the details of an image whose file was changed or is missing: what that means, and what to do. */
export function OutsideNote({ outside }: Pick<ImageDetails, 'outside'>) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const running = useApp(({ upkeep }) => upkeep.running)
  if (outside === null) return null
  return (
    <div className="flex flex-col gap-1 rounded-medium border border-line px-3 py-2 text-small">
      <p className={outside === 'missing' ? 'text-bad' : 'text-warn'}>{t(`gallery.outside.${outside}Is`)}</p>
      <p className="text-dim">{t(`gallery.outside.${outside}Next`)}</p>
      {outside === 'missing' && (
        <div>
          <Button
            look="link"
            aria-disabled={running !== null}
            onClick={() => {
              if (running === null) void act(() => client.call('library.check', { asked: true }))
            }}
          >
            {running === null ? t('settings.upkeep.check') : t('settings.upkeep.checking')}
          </Button>
        </div>
      )}
    </div>
  )
}
