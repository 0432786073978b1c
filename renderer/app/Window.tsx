import { useStore } from 'zustand'
import { useApp, useQueue, useStores } from '../stores/storesContext'
import { Banners } from './Banners'
import { Dialogs } from './Dialogs'
import { FileDrop } from './FileDrop'
import { FirstRun } from './FirstRun'
import { Header } from './Header'
import { Regions } from './Regions'
import { inRing } from './regionRing'
import { useTheme } from './useTheme'
import { useWindowCommands } from './useWindowCommands'

/** The one window: header, banners, the three regions, and everything shown above them. */
export function Window() {
  const connected = useApp(({ connections }) => connections.length > 0)
  const images = useStore(useStores().gallery, ({ libraryTotal }) => libraryTotal ?? 0)
  const jobs = useQueue(
    ({ overview }) =>
      overview !== null && overview.counts.needsYou + overview.counts.running + overview.counts.stopped > 0,
  )
  useTheme()
  useWindowCommands()
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0" {...inRing('[role=alert] button, [role=status] button')}>
        <Header />
        <Banners />
      </div>
      {connected || images > 0 || jobs ? <Regions /> : <FirstRun />}
      <Dialogs />
      <FileDrop />
    </div>
  )
}
