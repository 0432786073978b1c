import type { Connection, KeyState } from '@shared/model/connection'
import type { Unfinished } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useActHere } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { type Verb, VerbButtons, VerbItems } from '../../parts/Verbs'
import type { Step } from '../../stores/step'
import { useApp, useQueue, useStores } from '../../stores/storesContext'
import { connectionCostWords } from '../../text/costWords'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { Dialog } from '../../ui/Dialog'
import { useContextMenu } from '../../ui/useContextMenu'

export function ConnectionList() {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const connections = useApp((state) => state.connections)
  const [removing, setRemoving] = useState<Connection | null>(null)
  const { failure, act } = useActHere()
  const setPaused = ({ id, paused }: Connection) =>
    client.call('connections.setPaused', { id, paused: !paused })
  const withoutDemo = connections.every(({ kind }) => kind !== 'demo')

  return (
    <>
      {connections.length === 0 ? (
        <p className="pt-1.5 text-faint">{t('settings.noConnections')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-large border border-line">
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onPause={() => void act(() => setPaused(connection))}
              onRemove={() => setRemoving(connection)}
            />
          ))}
        </ul>
      )}
      <Alert text={failure} />
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={() => dialogs.show({ kind: 'connection', id: null })}>
          {t('settings.addConnection')}
        </Button>
        {withoutDemo && (
          <Button onClick={() => void act(() => client.call('connections.useDemo', null))}>
            {t('settings.useDemo')}
          </Button>
        )}
      </div>
      {removing !== null && <RemoveDialog connection={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

interface ConnectionRowProps {
  readonly connection: Connection
  /** Pauses or resumes it. */
  readonly onPause: () => void
  readonly onRemove: () => void
}

/** Nothing can be sent with a key in these states. */
const keyless: ReadonlySet<KeyState> = new Set(['missing', 'locked', 'unavailable'])

function ConnectionRow({ connection, onPause, onRemove }: ConnectionRowProps) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const { id, name, kind, keyState, hold, paused, baseUrl } = connection
  const cost = useQueue(({ overview }) => overview?.costs.find(({ connectionId }) => connectionId === id))
  const edit = {
    key: 'edit',
    label: t('settings.editShort'),
    name: t('settings.edit', { name }),
    run: () => dialogs.show({ kind: 'connection', id }),
  }
  const verbs: readonly Verb[] = [
    {
      key: 'pause',
      label: t(paused ? 'queue.resume' : 'queue.pause'),
      name: t(paused ? 'queue.resumeConnection' : 'queue.pauseConnection', { name }),
      run: onPause,
    },
    ...(kind === 'service' ? [edit] : []),
    {
      key: 'remove',
      label: t('settings.removeShort'),
      name: t('settings.remove', { name }),
      run: onRemove,
    },
  ]
  const context = useContextMenu(t('queue.order.menu', { name }), <VerbItems verbs={verbs} />)
  return (
    <li onContextMenu={context.onContextMenu} className="py-2 pr-2 pl-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate font-medium">{name}</p>
        <VerbButtons look="ghost" verbs={verbs} />
      </div>
      {kind === 'service' && <p className="selectable text-small wrap-anywhere text-faint">{baseUrl}</p>}
      <p className="text-small text-faint">
        {paused && <span className="text-warn">{t('settings.paused')} · </span>}
        {hold !== null && <span className="text-warn">{t('settings.onHold')} · </span>}
        <span className={classNames(keyless.has(keyState) && 'text-warn')}>
          {t(`settings.keyStates.${keyState}`)}
        </span>
      </p>
      {cost !== undefined && <p className="text-small text-faint">{connectionCostWords(cost, t)}</p>}
      {context.menu}
    </li>
  )
}

interface RemoveDialogProps {
  readonly connection: Connection
  readonly onClose: () => void
}

/** Asks before a connection is removed. */
function RemoveDialog({ connection, onClose }: RemoveDialogProps) {
  const { t } = useTranslation()
  const { client, undo } = useStores()
  const { failure, act } = useActHere()
  const { id, name } = connection
  const unfinished = useUnfinished(id)

  const removed = async (): Promise<Step> => {
    await client.call('connections.remove', { id })
    const text = t('settings.removed', { name })
    return { text, tooLate: t('undo.never', { what: text }), reverse: null, quiet: true }
  }
  const remove = () =>
    void act(async () => {
      await undo.did(removed())
      onClose()
    })

  return (
    <Dialog
      title={t('settings.removeTitle', { name })}
      closeLabel={t('frame.close')}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('settings.keep')}</Button>
          <Button look="danger" onClick={remove}>
            {t('settings.removeConfirm')}
          </Button>
        </div>
      }
    >
      <p>{removalWords(unfinished, t)}</p>
      <Alert text={failure} />
    </Dialog>
  )
}

/** How many requests of a connection aren't over, kept up to date; null until it is known. */
function useUnfinished(id: string): Unfinished | null {
  const { client } = useStores()
  const revision = useQueue(({ overview }) => overview?.revision)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reacts to the queue
  useEffect(() => {
    client.call('connections.unfinished', { id }).then(setUnfinished, () => undefined)
  }, [client, id, revision])
  return unfinished
}

function removalWords(unfinished: Unfinished | null, t: TFunction): string {
  if (unfinished === null) return t('settings.removeBody')
  const { waiting, running, needsYou } = unfinished
  if (waiting + running + needsYou === 0) return t('settings.removeIdle')
  return [
    ...(waiting > 0 ? [t('settings.removeWaiting', { count: waiting })] : []),
    ...(running > 0 ? [t('settings.removeRunning', { count: running })] : []),
    ...(needsYou > 0 ? [t('settings.removeNeedsYou', { count: needsYou })] : []),
    t('settings.removeRest'),
  ].join(' ')
}
