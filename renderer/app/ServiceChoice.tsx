import type { ReactNode } from 'react'
import { useActHere } from '../parts/useAct'
import { useTranslation } from '../parts/useTranslation'
import { useApp, useStores } from '../stores/storesContext'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { homeFocus } from '../ui/returnFocus'

interface ServiceChoiceProps {
  /** Lays out the two choices. */
  readonly className: string
  /** Focus starts here. */
  readonly autoFocus?: boolean
}

/** The two ways to get a service. */
export function ServiceChoice({ className, autoFocus = false }: ServiceChoiceProps) {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const keyStore = useApp((state) => state.keyStore)
  const { failure, act } = useActHere()
  return (
    <>
      <div className={className}>
        <Choice hint={t(`frame.firstRun.connectHints.${keyStore}`)}>
          <Button
            {...homeFocus}
            look="primary"
            autoFocus={autoFocus}
            className="w-full"
            onClick={() => dialogs.show({ kind: 'connection', id: null })}
          >
            {t('frame.firstRun.connect')}
          </Button>
        </Choice>
        <Choice hint={t('frame.firstRun.demoHint')}>
          <Button
            className="min-h-9 w-full bg-panel font-semibold"
            onClick={() => void act(() => client.call('connections.useDemo', null))}
          >
            {t('frame.firstRun.demo')}
          </Button>
        </Choice>
      </div>
      <Alert text={failure} />
    </>
  )
}

function Choice({ hint, children }: { readonly hint: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      {children}
      <p className="px-3 text-center text-small text-balance text-faint">{hint}</p>
    </div>
  )
}
