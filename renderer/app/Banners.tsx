import type { ErrorCode } from '@shared/errors'
import type { Notice } from '@shared/model/app'
import type { Connection, Hold } from '@shared/model/connection'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../stores/storesContext'
import { useErrorText } from '../text/errorText'
import { useAttempt } from '../text/useAttempt'
import { Button } from '../ui/Button'
import { ErrorBanner } from './ErrorBanner'
import { QuietBanners } from './QuietBanners'
import { TableBanner } from './TableBanner'
import { UnreachedBanner } from './UnreachedBanner'
import { WaitedBanner } from './WaitedBanner'

/** What the person must know under the header: this computer's notices, what is asked, then connections that stand still. */
export function Banners() {
  const notices = useApp((state) => state.notices)
  const connections = useApp((state) => state.connections)
  return (
    <>
      {notices.map((notice) => (
        <NoticeBanner key={notice.id} notice={notice} />
      ))}
      <WaitedBanner />
      <UnreachedBanner />
      {connections.map(
        (connection) =>
          connection.hold !== null && (
            <HoldBanner key={connection.id} connection={connection} hold={connection.hold} />
          ),
      )}
      <QuietBanners />
      <TableBanner />
    </>
  )
}

/** What another library folder would mend. */
const ofLibrary: ReadonlySet<ErrorCode> = new Set(['libraryUnwritable', 'librarySilent', 'diskLow'])

function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation()
  const { app, client } = useStores()
  const { failure, attempt } = useAttempt()
  const { cause, next } = useErrorText()(notice.error)
  const movesLibrary = ofLibrary.has(notice.error.code)
  return (
    <ErrorBanner level={notice.level} cause={cause} next={next} error={notice.error} failure={failure}>
      {movesLibrary && (
        <Button look="link" onClick={() => void attempt(app.chooseLibrary)}>
          {t('frame.chooseFolder')}
        </Button>
      )}
      {notice.error.code === 'rowsDamaged' && (
        <Button look="link" onClick={() => void attempt(() => client.call('damage.save', null))}>
          {t('frame.saveDamaged')}
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
