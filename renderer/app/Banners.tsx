import type { AppError, ErrorCode } from '@shared/errors'
import type { Notice } from '@shared/model/app'
import type { Connection, Hold } from '@shared/model/connection'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../stores/storesContext'
import { ErrorDetails } from '../text/ErrorDetails'
import { useErrorText } from '../text/errorText'
import { useAttempt } from '../text/useAttempt'
import { Alert } from '../ui/Alert'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'

/** What the person must know under the header: this computer's notices, then connections on hold. */
export function Banners() {
  const notices = useApp((state) => state.notices)
  const connections = useApp((state) => state.connections)
  return (
    <>
      {notices.map((notice) => (
        <NoticeBanner key={notice.id} notice={notice} />
      ))}
      {connections.map(
        (connection) =>
          connection.hold !== null && (
            <HoldBanner key={connection.id} connection={connection} hold={connection.hold} />
          ),
      )}
    </>
  )
}

function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation()
  const { app, client } = useStores()
  const { failure, attempt } = useAttempt()
  const { cause, next } = useErrorText()(notice.error)
  const movesLibrary = notice.error.code === 'libraryUnwritable' || notice.error.code === 'diskLow'
  return (
    <ErrorBanner level={notice.level} cause={cause} next={next} error={notice.error} failure={failure}>
      {movesLibrary && (
        <Button look="link" onClick={() => void attempt(app.chooseLibrary)}>
          {t('frame.chooseFolder')}
        </Button>
      )}
      {notice.dismissible && (
        <Button
          look="ghost"
          className="-mr-2"
          onClick={() => void attempt(() => client.call('app.dismissNotice', { id: notice.id }))}
        >
          {t('frame.dismiss')}
        </Button>
      )}
    </ErrorBanner>
  )
}

/** Holds that end once something is entered: where, and what the button says. The others are resumed. */
const mends: Readonly<
  Partial<
    Record<
      ErrorCode,
      {
        readonly focus: 'apiKey' | 'prices' | 'dailyCap'
        readonly label: 'addKey' | 'replaceKey' | 'setPrice' | 'changeCap'
      }
    >
  >
> = {
  keyMissing: { focus: 'apiKey', label: 'addKey' },
  keyRefused: { focus: 'apiKey', label: 'replaceKey' },
  priceMissing: { focus: 'prices', label: 'setPrice' },
  dailyCapReached: { focus: 'dailyCap', label: 'changeCap' },
  dailyCapTooLow: { focus: 'dailyCap', label: 'changeCap' },
}

interface HoldBannerProps {
  readonly connection: Connection
  readonly hold: Hold
}

function HoldBanner({ connection, hold }: HoldBannerProps) {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const { failure, attempt } = useAttempt()
  const { cause, next } = useErrorText()(hold.error)
  const { id, name } = connection
  const mend = mends[hold.error.code]
  return (
    <ErrorBanner
      level="warning"
      cause={t('frame.heldBy', { name, cause })}
      next={next}
      error={hold.error}
      failure={failure}
    >
      {mend !== undefined ? (
        <Button look="link" onClick={() => dialogs.show({ kind: 'connection', id, focus: mend.focus })}>
          {t(`frame.${mend.label}`)}
        </Button>
      ) : (
        <Button look="link" onClick={() => void attempt(() => client.call('connections.resume', { id }))}>
          {t('frame.resume')}
        </Button>
      )}
    </ErrorBanner>
  )
}

interface ErrorBannerProps {
  readonly level: Notice['level']
  readonly cause: string
  readonly next: string
  readonly error: AppError
  /** Why the last press of one of its buttons came to nothing. */
  readonly failure: string | null
  readonly children: ReactNode
}

/** A banner whose details, if the other side said anything, open below it. */
function ErrorBanner({ level, cause, next, error, failure, children }: ErrorBannerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const actions = (
    <>
      {error.detail !== null && (
        <Button look="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('frame.details')}
        </Button>
      )}
      {children}
    </>
  )
  return (
    <Banner level={level} cause={cause} next={next} actions={actions}>
      <Alert text={failure} />
      {open && (
        <div className="py-2 pl-8">
          <ErrorDetails error={error} />
        </div>
      )}
    </Banner>
  )
}
