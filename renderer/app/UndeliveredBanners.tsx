import type { Undelivered } from '@shared/model/queue'
import { useActHere } from '../parts/useAct'
import { useGiveUpUndelivered } from '../parts/useGiveUpUndelivered'
import { useTranslation } from '../parts/useTranslation'
import { useConnection, useQueue, useStores } from '../stores/storesContext'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'

/**
 * Connections that have reached their limit of images that are paid for but not on disk: either nothing more is sent,
 * or it is sent anyway.
 */
export function UndeliveredBanners() {
  const undelivered = useQueue(({ overview }) => overview?.undelivered)
  return undelivered?.map((one) => <UndeliveredBanner key={one.connectionId} undelivered={one} />)
}

function UndeliveredBanner({ undelivered }: { readonly undelivered: Undelivered }) {
  const { connectionId: id, images, megabytes, sendsAnyway } = undelivered
  const { t } = useTranslation()
  const { client } = useStores()
  const name = useConnection(id)?.name
  const giveUp = useGiveUpUndelivered()
  const { failure, act } = useActHere()
  if (name === undefined) return null
  return (
    <Banner
      level={sendsAnyway ? 'info' : 'warning'}
      cause={t('frame.undelivered.cause', { name, images, megabytes })}
      next={t(sendsAnyway ? 'frame.undelivered.sendsAnyway' : 'frame.undelivered.next')}
      failure={failure}
      actions={
        <>
          <Button look="ghost" onClick={() => void act(() => giveUp(id))}>
            {t('gateActions.giveUp')}
          </Button>
          {!sendsAnyway && (
            <Button look="link" onClick={() => void act(() => client.call('connections.sendAnyway', { id }))}>
              {t('gateActions.sendAnyway')}
            </Button>
          )}
        </>
      }
    />
  )
}
