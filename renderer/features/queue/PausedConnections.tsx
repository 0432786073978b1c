import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'

/** Connections the person paused, each with the way to take it up again. */
export function PausedConnections() {
  const { t } = useTranslation()
  const { queue } = useStores()
  const connections = useApp((state) => state.connections)
  return connections
    .filter(({ paused }) => paused)
    .map(({ id, name }) => (
      <div
        key={id}
        className="flex items-baseline justify-between gap-3 border-t border-line py-1.5 pr-4 pl-4 text-small"
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
    ))
}
