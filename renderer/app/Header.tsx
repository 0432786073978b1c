import { useTranslation } from 'react-i18next'
import { currentConnection } from '../stores/appStore'
import { useApp, useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'

export function Header() {
  const { t } = useTranslation()
  const { commands } = useStores()
  const connection = useApp(currentConnection)
  return (
    <header className="flex h-10 shrink-0 items-center gap-4 border-b border-line bg-panel pr-2 pl-4">
      <Mark />
      <h1 className="font-semibold">{t('frame.product')}</h1>
      {connection !== null && (
        <span className="max-w-60 truncate rounded-full border border-line px-2.5 py-px text-small text-dim">
          {connection.name}
        </span>
      )}
      <Button look="ghost" className="ml-auto" onClick={() => commands.run('settings')}>
        {t('frame.settings')}
      </Button>
    </header>
  )
}

/** A print in its frame: the sun's disc left white on blue. */
function Mark() {
  return (
    <svg viewBox="0 0 16 16" className="keep-colours size-4 shrink-0" aria-hidden>
      <rect width="16" height="16" rx="3" className="fill-accent" />
      <circle cx="8" cy="8" r="3.5" fill="none" strokeWidth="1.5" className="stroke-accent-ink" />
    </svg>
  )
}
