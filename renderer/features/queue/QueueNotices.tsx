import type { Connection } from '@shared/model/connection'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useQueue, useStores } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useFocusReturned } from '../../ui/useFocusReturned'

/** What is said between the queue's head and its rows. */
export function QueueNotices() {
  return (
    <>
      <PausedConnections />
      <Commands />
      <QueueFailure />
      <Said />
    </>
  )
}

/** Connections the user paused, each with a way to resume it. */
function PausedConnections() {
  const connections = useApp((state) => state.connections)
  return connections
    .filter(({ paused }) => paused)
    .map((connection) => <PausedConnection key={connection.id} connection={connection} />)
}

function PausedConnection({ connection: { id, name } }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
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
        onClick={() => void act(() => client.call('connections.setPaused', { id, paused: false }))}
      >
        {t('queue.resume')}
      </Button>
    </div>
  )
}

/** Commands on so many jobs that they take a while, and how far each is. */
function Commands() {
  const { t } = useTranslation()
  const commands = useQueue(({ overview }) => overview?.commands)
  return commands?.map(({ name, done, total }, at) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and only ever leave the list.
      key={at}
      className="mx-4 border-t border-line py-1.5 text-small tabular-nums text-dim"
    >
      {t(`queue.command.${name}`, { done: Math.min(done, total), total })}
    </p>
  ))
}

/** Why the rows may not be up to date. */
function QueueFailure() {
  const failure = useQueue((state) => state.failure)
  const errorText = useErrorText()
  if (failure === null) return null
  return (
    <div className="mx-4 border-t border-line py-1.5">
      <Alert text={oneLine(errorText(failure))} />
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
