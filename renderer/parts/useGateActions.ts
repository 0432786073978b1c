import type { AppError, ErrorCode } from '@shared/errors'
import type { SendGate } from '@shared/model/sendGate'
import { findConnection } from '../stores/appStore'
import { useApp, useStores } from '../stores/storesContext'
import { useGiveUpUndelivered } from './useGiveUpUndelivered'
import { useTranslation } from './useTranslation'

/** Something the user can do about whatever keeps requests from being sent. */
export interface GateAction {
  readonly label: string
  /** May reject with the refusal. */
  readonly run: () => Promise<unknown>
}

interface Gated {
  readonly gate: SendGate
  readonly connectionId: string
  /** Null for what isn't queued yet. */
  readonly batchId: string | null
}

interface Entry {
  readonly focus: 'apiKey' | 'prices' | 'dailyCap'
  readonly label: 'addKey' | 'replaceKey' | 'setPrice' | 'changeCap'
}

/** Holds that end once something is entered: where, and what the button says. Other holds are resumed. */
const entries: Readonly<Partial<Record<ErrorCode, Entry>>> = {
  keyMissing: { focus: 'apiKey', label: 'addKey' },
  keyRefused: { focus: 'apiKey', label: 'replaceKey' },
  priceMissing: { focus: 'prices', label: 'setPrice' },
  dailyCapReached: { focus: 'dailyCap', label: 'changeCap' },
  dailyCapTooLow: { focus: 'dailyCap', label: 'changeCap' },
}

/** What can be done about a closed gate, most likely first. */
export function useGateActions(): (gated: Gated) => readonly GateAction[] {
  const { t } = useTranslation()
  const { app, client, dialogs } = useStores()
  const giveUp = useGiveUpUndelivered()
  const connections = useApp((state) => state.connections)

  return ({ gate, connectionId: id, batchId }) => {
    const enter = ({ focus, label }: Entry): readonly GateAction[] => [
      {
        label: t(`frame.${label}`),
        run: async () => dialogs.show({ kind: 'connection', id, focus }),
      },
    ]
    const resume: GateAction = {
      label: t('frame.resume'),
      run: () => client.call('connections.resume', { id }),
    }
    const ofHold = ({ code, params }: AppError): readonly GateAction[] => {
      if (code === 'imageHostPrivate')
        return [
          {
            label: t('frame.allowOrigin'),
            run: () => client.call('connections.allowOrigin', { id, origin: String(params?.origin) }),
          },
          { ...resume, label: t('frame.sendWithout') },
        ]
      if (code === 'proxyNamesUnknown' || code === 'proxyNumbersRefused')
        return [
          {
            label: t('frame.allowProxyNames'),
            run: () => client.call('connections.allowProxyNames', { id }),
          },
          { ...resume, label: t('frame.sendWithout') },
        ]
      if (code === 'keychainUnavailable') return [resume, ...enter({ focus: 'apiKey', label: 'addKey' })]
      const entry = entries[code]
      return entry === undefined ? [resume] : enter(entry)
    }

    switch (gate.kind) {
      case 'computer':
        return gate.by === 'library' ? [{ label: t('frame.chooseFolder'), run: app.chooseLibrary }] : []
      case 'paused':
        return [{ label: t('queue.resumeQueue'), run: () => client.call('queue.resume', null) }]
      case 'connectionPaused':
        return [
          {
            label: t('queue.resumeConnection', {
              name: findConnection(connections, id)?.name ?? '',
            }),
            run: () => client.call('connections.setPaused', { id, paused: false }),
          },
        ]
      case 'batchPaused':
        return batchId === null
          ? []
          : [
              {
                label: t('batches.resumeThis'),
                run: () => client.call('batches.setPaused', { id: batchId, paused: false }),
              },
            ]
      case 'asked':
        return [{ label: t('gateActions.send'), run: () => client.call('queue.answer', { send: true }) }]
      case 'held':
        return ofHold(gate.error)
      case 'unreached':
        return [{ label: t('frame.unreached.tryNow'), run: () => client.call('queue.tryNow', null) }]
      case 'undelivered':
        return [
          { label: t('gateActions.giveUp'), run: () => giveUp(id) },
          { label: t('gateActions.sendAnyway'), run: () => client.call('connections.sendAnyway', { id }) },
        ]
      case 'cancelling':
        return []
      case 'quiet':
        return [resume]
      case 'priceless':
        return enter({ focus: 'prices', label: 'setPrice' })
      case 'pastCap':
        return enter({ focus: 'dailyCap', label: 'changeCap' })
      case 'open':
      case 'removed':
      case 'asleep':
      case 'resting':
        return []
    }
  }
}
