import { addCosts } from '@shared/model/cost'
import { useActHere } from '../parts/useAct'
import { useTranslation } from '../parts/useTranslation'
import { findConnection } from '../stores/appStore'
import { useApp, useQueue, useStores } from '../stores/storesContext'
import { costWords } from '../text/costWords'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'

/** Asks before sending requests that have waited for a long time; afterwards says that they are still waiting. */
export function WaitedBanner() {
  const { t } = useTranslation()
  const { client } = useStores()
  const waited = useQueue(({ overview }) => overview?.question ?? null)
  const connections = useApp((state) => state.connections)
  const { failure, act } = useActHere()
  if (waited === null) return null

  const { costs, since, keptWaiting } = waited
  const count = addCosts(costs.map(({ cost }) => cost)).requests
  const answer = (send: boolean) => void act(() => client.call('queue.answer', { send }))
  const words = costs.flatMap(({ connectionId, cost }) => {
    const connection = findConnection(connections, connectionId)
    if (connection === null) return []
    const { name, kind } = connection
    return t('frame.waited.cost', { name, cost: costWords(cost, t, { demo: kind === 'demo' }) })
  })

  return (
    <Banner
      level={keptWaiting ? 'info' : 'warning'}
      cause={t(keptWaiting ? 'frame.waited.kept' : 'frame.waited.asked', { count, since })}
      next={words.join(' ')}
      failure={failure}
      actions={
        <>
          {!keptWaiting && (
            <Button look="ghost" onClick={() => answer(false)}>
              {t('frame.waited.keep')}
            </Button>
          )}
          <Button look="link" onClick={() => answer(true)}>
            {t('frame.waited.send', { count })}
          </Button>
        </>
      }
    />
  )
}
