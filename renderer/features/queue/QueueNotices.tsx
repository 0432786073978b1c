import type { AppError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../parts/useErrorText'
import { useApp, useQueue, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { useFocusReturned } from '../../ui/useFocusReturned'

/** What is said between the queue's head and its rows. */
export function QueueNotices() {
  return (
    <>
      <PausedConnections />
      <QueueFailure />
      <Said />
    </>
  )
}

/** Connections the person paused, each with a way to resume it. */
function PausedConnections() {
  const connections = useApp((state) => state.connections)
  return connections
    .filter(({ paused }) => paused)
    .map((connection) => <PausedConnection key={connection.id} connection={connection} />)
}

function PausedConnection({ connection: { id, name } }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const line = useFocusReturned<HTMLDivElement>()
  return (
    <div
      ref={line}
      data-line
      className="mx-4 flex items-baseline justify-between gap-3 border-t border-line py-1.5 text-small"
    >
      <p className="min-w-0 text-warn">{t('queue.connectionPaused', { name })}</p>
      <Button
        look="link"
        aria-label={t('queue.resumeConnection', { name })}
        onClick={() => void queue.pauseConnection(id, false)}
      >
        {t('queue.resume')}
      </Button>
    </div>
  )
}

/** Why the last action on the queue failed. */
function QueueFailure() {
  const failure = useQueue((state) => state.failure)
  return failure === null ? null : <ShownFailure failure={failure} />
}

function ShownFailure({ failure }: { readonly failure: AppError }) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const { cause, next } = useErrorText()(failure)
  const line = useFocusReturned<HTMLDivElement>()
  return (
    <div
      ref={line}
      role="alert"
      data-line
      className="mx-4 flex items-start gap-2 border-t border-line py-1.5 text-small"
    >
      <p className="flex-1 py-1.5">
        <span className="text-bad">{cause}</span> <span className="text-faint">{next}</span>
      </p>
      <IconButton icon={X} label={t('frame.dismiss')} onClick={queue.dismissFailure} />
    </div>
  )
}

/** Announces what became of a row to those who can't see it. */
function Said() {
  const said = useQueue((state) => state.said)
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
