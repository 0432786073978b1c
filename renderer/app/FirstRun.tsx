import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../stores/storesContext'
import { useAttempt } from '../text/useAttempt'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { Plate } from './Plate'

/** What a person sees before there is a connection. */
export function FirstRun() {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const keyStore = useApp((state) => state.keyStore)
  const libraryPath = useApp((state) => state.libraryPath)
  const { failure, attempt } = useAttempt()

  return (
    <main
      aria-label={t('frame.firstRun.region')}
      className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-6"
    >
      <div className="flex w-full max-w-160 flex-col gap-8">
        <div className="flex flex-col items-center gap-6 text-center">
          <Plate />
          <div className="flex flex-col gap-2">
            <h2 className="text-large font-semibold text-balance">{t('frame.firstRun.title')}</h2>
            <p className="text-balance text-dim">{t('frame.firstRun.lead')}</p>
          </div>
        </div>
        <div className="grid gap-4 narrow:grid-cols-2">
          <Choice
            hint={t(
              keyStore === 'keychain' ? 'frame.firstRun.connectHint' : 'frame.firstRun.connectHintSession',
            )}
          >
            <Button
              look="primary"
              className="w-full"
              onClick={() => dialogs.show({ kind: 'connection', id: null })}
            >
              {t('frame.firstRun.connect')}
            </Button>
          </Choice>
          <Choice hint={t('frame.firstRun.demoHint')}>
            <Button
              className="min-h-9 w-full bg-panel font-semibold"
              onClick={() => void attempt(() => client.call('connections.useDemo', null))}
            >
              {t('frame.firstRun.demo')}
            </Button>
          </Choice>
        </div>
        <Alert text={failure} />
        <p className="selectable text-center text-small text-balance text-faint">
          {t('frame.firstRun.library', { path: libraryPath })}
        </p>
      </div>
    </main>
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
