import { appError } from '@shared/errors'
import type { Quiet } from '@shared/model/queue'
import { useEffect } from 'react'
import { useActHere } from '../parts/useAct'
import { useErrorText } from '../parts/useErrorText'
import { useTranslation } from '../parts/useTranslation'
import { useConnection, useQueue, useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { ErrorBanner } from './ErrorBanner'

/** A quiet shorter than this many milliseconds isn't worth reporting. */
const shortMs = 5 * 60_000
/** A browser's longest timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/**
 * Connections whose service asked for a long quiet. No event announces that the time has come, so the queue is read
 * again then.
 */
export function QuietBanners() {
  const { queue } = useStores()
  const quiet = useQueue(({ overview }) => overview?.quiet)
  const until = useQueue(({ overview }) => {
    const gates = overview?.gates.flatMap(({ gate }) => ('until' in gate ? gate.until : [])) ?? []
    return Math.min(...gates, ...(overview?.quiet.map((one) => one.until) ?? []))
  })

  useEffect(() => {
    if (until === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(
      () => void queue.refresh(),
      Math.min(longestTimer, Math.max(0, until - Date.now())),
    )
    return () => clearTimeout(timer)
  }, [queue, until])

  return quiet?.map((one) => <QuietBanner key={one.connectionId} quiet={one} />)
}

function QuietBanner({ quiet: { connectionId: id, until } }: { readonly quiet: Quiet }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const name = useConnection(id)?.name
  const errorText = useErrorText()
  const { failure, act } = useActHere()
  const long = until - Date.now() > shortMs

  if (name === undefined || !long) return null
  const error = appError('rateLimited')
  return (
    <ErrorBanner
      level="info"
      cause={t('frame.heldBy', { name, cause: errorText(error).cause })}
      next={t('frame.quiet.next', { until })}
      error={error}
      failure={failure}
    >
      <Button look="link" onClick={() => void act(() => client.call('connections.resume', { id }))}>
        {t('frame.resume')}
      </Button>
    </ErrorBanner>
  )
}
