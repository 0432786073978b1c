import type { AppError } from '@shared/errors'
import { useEffect, useState } from 'react'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'
import { reportFaults } from '../client/faultReports'
import { useTranslation } from '../parts/useTranslation'
import { openStores, type Stores } from '../stores/stores'
import { StoresProvider } from '../stores/storesContext'
import { TooltipGround } from '../ui/Tooltip'
import { Failed } from './Failed'
import { FaultBoundary } from './FaultBoundary'
import { Window } from './Window'

/** Opens the stores, then shows the window; says so when the main process can't answer. */
export function App({ client }: { readonly client: Client }) {
  const { t } = useTranslation()
  const [stores, setStores] = useState<Stores | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [starts, setStarts] = useState(0)

  useEffect(() => reportFaults(client), [client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each start opens them again
  useEffect(() => {
    let dropped = false
    let opened: Stores | null = null
    openStores(client).then(
      (ready) => {
        opened = ready
        if (dropped) ready.dispose()
        else setStores(ready)
      },
      (thrown: unknown) => {
        if (!dropped) setFailure(appErrorOf(thrown))
      },
    )
    return () => {
      dropped = true
      opened?.dispose()
    }
  }, [client, starts])

  if (failure !== null) {
    const retry = (): void => {
      setFailure(null)
      setStarts(starts + 1)
    }
    return (
      <Failed title={t('frame.startFailed')} error={failure} action={t('frame.tryAgain')} onAction={retry} />
    )
  }
  if (stores === null) return null
  return (
    <StoresProvider value={stores}>
      <TooltipGround>
        <FaultBoundary>
          <Window />
        </FaultBoundary>
      </TooltipGround>
    </StoresProvider>
  )
}
