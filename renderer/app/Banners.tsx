import type { ErrorCode } from '@shared/errors'
import type { Notice } from '@shared/model/app'
import type { Connection, Hold } from '@shared/model/connection'
import { useStore } from 'zustand'
import { useActHere } from '../parts/useAct'
import { useErrorText } from '../parts/useErrorText'
import { useGateActions } from '../parts/useGateActions'
import { useOpenTable } from '../parts/useOpenTable'
import { useTranslation } from '../parts/useTranslation'
import { useApp, useStores, useTable } from '../stores/storesContext'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { ErrorBanner } from './ErrorBanner'
import { QuietBanners } from './QuietBanners'
import { UndeliveredBanners } from './UndeliveredBanners'
import { UnreachedBanner } from './UnreachedBanner'
import { WaitedBanner } from './WaitedBanner'

/** What to know: a table left open, notices about this computer, open questions, then connections that have stopped. */
export function Banners() {
  const notices = useApp((state) => state.notices)
  const connections = useApp((state) => state.connections)
  return (
    <>
      <TableBanner />
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
      <UndeliveredBanners />
      <QuietBanners />
    </>
  )
}

/** What was left out at the start. */
const leftOut: ReadonlySet<ErrorCode> = new Set(['startLeftOut', 'startHeld'])

/** What choosing another library folder would fix. */
const ofLibrary: ReadonlySet<ErrorCode> = new Set([
  'libraryUnwritable',
  'libraryAway',
  'librarySilent',
  'diskLow',
])

/** What there is something to do about. */
const hasAction: ReadonlySet<ErrorCode> = new Set([...leftOut, ...ofLibrary, 'rowsDamaged'])

function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation()
  const { app, client, dialogs, toasts } = useStores()
  const { failure, act } = useActHere()
  const { cause, next } = useErrorText()(notice.error)
  const movesLibrary = ofLibrary.has(notice.error.code)
  async function chooseLibrary(): Promise<void> {
    const chosen = await app.chooseLibrary()
    if (chosen?.hasExports === true) toasts.show({ text: t('settings.libraryHasExports'), action: null })
  }
  // The task address stands among what most leave closed.
  const showTaskPath = ({ id }: Notice['error']['params']): void =>
    dialogs.show({ kind: 'connection', id: String(id), focus: 'taskPath' })
  return (
    <ErrorBanner
      level={notice.level}
      isReadOnly={notice.dismissible && !hasAction.has(notice.error.code)}
      cause={cause}
      next={next}
      error={notice.error}
      failure={failure}
    >
      {movesLibrary && (
        <Button look="link" onClick={() => void act(chooseLibrary)}>
          {t('frame.chooseFolder')}
        </Button>
      )}
      {notice.error.code === 'rowsDamaged' && (
        <Button look="link" onClick={() => void act(() => client.call('damage.save', null))}>
          {t('frame.saveDamaged')}
        </Button>
      )}
      {leftOut.has(notice.error.code) && (
        <Button look="link" onClick={() => void act(() => client.call('app.tryLeftOut', null))}>
          {t('frame.tryAgain')}
        </Button>
      )}
      {notice.error.code === 'imagesLearned' && notice.error.params.answer === 'task' && (
        <Button look="link" onClick={() => showTaskPath(notice.error.params)}>
          {t('frame.details')}
        </Button>
      )}
      {notice.dismissible && (
        <Button
          look="ghost"
          className="-mr-2"
          onClick={() => void act(() => client.call('app.dismissNotice', { id: notice.id }))}
        >
          {t('frame.dismiss')}
        </Button>
      )}
    </ErrorBanner>
  )
}

interface HoldBannerProps {
  readonly connection: Connection
  readonly hold: Hold
}

function HoldBanner({ connection, hold }: HoldBannerProps) {
  const { t } = useTranslation()
  const { failure, act } = useActHere()
  const { id, name, pageUrl } = connection
  const { cause, next } = useErrorText()(hold.error, { hasPage: pageUrl !== '' })
  const gate = { kind: 'held', error: hold.error } as const
  const actions = useGateActions()({ gate, connectionId: id, batchId: null })
  return (
    <ErrorBanner
      level="warning"
      cause={t('frame.heldBy', { name, cause })}
      next={next}
      error={hold.error}
      failure={failure}
    >
      {actions.map(({ label, run }) => (
        <Button key={label} look="link" onClick={() => void act(run)}>
          {label}
        </Button>
      ))}
    </ErrorBanner>
  )
}

/** A table that was closed without queueing it, in this run or an earlier one. */
function TableBanner() {
  const { t } = useTranslation()
  const table = useTable((state) => state.table)
  const shown = useStore(useStores().dialogs, ({ open }) => open.some(({ kind }) => kind === 'table'))
  const { show, discard } = useOpenTable()
  if (table === null || shown) return null

  const name = table.name === '' ? t('table.pasted') : table.name
  const rows = t('table.rows', { count: table.counts.rows })
  return (
    <Banner
      level="info"
      cause={t('table.banner.cause', { name, rows })}
      next={t('table.banner.next')}
      actions={
        <>
          <Button look="ghost" onClick={discard}>
            {t('table.banner.discard')}
          </Button>
          <Button look="link" onClick={show}>
            {t('table.banner.continue')}
          </Button>
        </>
      }
    />
  )
}
