import type { Connection } from '@shared/model/connection'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { useFocusReturned } from '../../ui/useFocusReturned'

/** Connections the person paused, each with a way to resume it. */
export function PausedConnections() {
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
