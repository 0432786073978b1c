import { useEffect, useEffectEvent, useState } from 'react'
import { useActHere } from '../parts/useAct'
import { useErrorText } from '../parts/useErrorText'
import { useTranslation } from '../parts/useTranslation'
import { findConnection } from '../stores/appStore'
import { useApp, useQueue, useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { ErrorBanner } from './ErrorBanner'

/** One line, however many services can't be reached; nothing if no request waits for them. */
export function UnreachedBanner() {
  const { t, i18n } = useTranslation()
  const { client } = useStores()
  const unreached = useQueue(({ overview }) => overview?.unreached)
  const connections = useApp((state) => state.connections)
  const errorText = useErrorText()
  const { failure, act } = useActHere()
  const tryNow = () => void act(() => client.call('queue.tryNow', null))
  const online = useOnline(tryNow)
  const [first] = unreached ?? []
  if (unreached === undefined || first === undefined) return null

  const named = unreached.flatMap(({ connectionId }) => findConnection(connections, connectionId)?.name ?? [])
  // Tasks sent on a connection before it was removed are still polled.
  const removed = unreached.slice(named.length).map(() => t('frame.unreached.alsoRemoved'))
  const words = () => {
    if (!online || unreached.every(({ error }) => error.code === 'offline'))
      return errorText({ code: 'offline', params: {} })
    if (unreached.length === 1) {
      const { cause, next } = errorText(first.error)
      return { cause: t('frame.heldBy', { name: named[0] ?? t('frame.unreached.removed'), cause }), next }
    }
    const list = new Intl.ListFormat(i18n.language).format([...named, ...removed])
    return {
      cause: t('frame.unreached.several', { count: unreached.length, names: list }),
      next: t('frame.unreached.severalNext'),
    }
  }

  return (
    <ErrorBanner level="info" {...words()} error={first.error} failure={failure}>
      <Button look="link" onClick={tryNow}>
        {t('frame.unreached.tryNow')}
      </Button>
    </ErrorBanner>
  )
}

/** Whether the system reports a network. Only for wording: a service on this computer needs none. */
function useOnline(onReturn: () => void): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    const change = (): void => {
      setOnline(navigator.onLine)
      if (navigator.onLine) returned()
    }
    window.addEventListener('online', change)
    window.addEventListener('offline', change)
    return () => {
      window.removeEventListener('online', change)
      window.removeEventListener('offline', change)
    }
  }, [])
  return online
}
