import { useEffect, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { useAct } from '../parts/useAct'
import { useTranslation } from '../parts/useTranslation'
import { currentConnection } from '../stores/appStore'
import { useApp, useQueue, useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { Banners } from './Banners'
import { Dialogs } from './Dialogs'
import { FaultBoundary, failedLine } from './FaultBoundary'
import { FileDrop } from './FileDrop'
import { FirstRun } from './FirstRun'
import { MoveLine } from './MoveLine'
import { NoticeShelf } from './NoticeShelf'
import { Regions } from './Regions'
import { inRing } from './regionRing'
import { useWindowCommands } from './useWindowCommands'

/** The one window: the header with its banners, the three regions, and everything shown above them. */
export function Window() {
  const connected = useApp(({ connections }) => connections.length > 0)
  const images = useStore(useStores().gallery, ({ libraryTotal }) => libraryTotal ?? 0)
  const jobs = useQueue(
    ({ overview }) =>
      overview !== null && overview.counts.needsYou + overview.counts.running + overview.counts.stopped > 0,
  )
  const isFirstRun = !connected && images === 0 && !jobs
  useTheme()
  useWindowCommands()
  useStrayRejections()
  useLookAgain()
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0" {...inRing('[role=alert] button, [role=status] button')}>
        <Header />
      </div>
      <FaultBoundary key={isFirstRun ? 'firstRun' : 'regions'}>
        {isFirstRun ? <FirstRun /> : <Regions />}
      </FaultBoundary>
      <Dialogs />
      <FaultBoundary fallback={failedLine}>
        <FileDrop />
      </FaultBoundary>
    </div>
  )
}

/** Files may have been moved while the user was elsewhere. */
function useLookAgain(): void {
  const { client } = useStores()
  useEffect(() => {
    const look = (): void => void client.call('library.check', { asked: false }).catch(() => {})
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [client])
}

function Header() {
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
      <NoticeShelf>
        <FaultBoundary fallback={failedLine}>
          <Banners />
        </FaultBoundary>
      </NoticeShelf>
      <div className="flex shrink-0 items-center gap-2">
        <MoveLine />
        <Button look="ghost" onClick={() => commands.run('settings')}>
          {t('frame.settings')}
        </Button>
      </div>
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

/** Sets the chosen theme on the root element; for `system` the style sheet follows the system live. */
function useTheme(): void {
  const theme = useApp(({ preferences }) => preferences.theme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}

/** Work that nobody waited for has failed: something that was asked for wasn't done. Told once; the log has the rest. */
function useStrayRejections(): void {
  const act = useAct()
  useEffect(() => {
    const tell = ({ reason }: PromiseRejectionEvent): void => void act(() => Promise.reject(reason))
    window.addEventListener('unhandledrejection', tell, { once: true })
    return () => window.removeEventListener('unhandledrejection', tell)
  }, [act])
}
