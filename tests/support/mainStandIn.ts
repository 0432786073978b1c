import { AppFailure, appError } from '@shared/errors'
import type { AppSnapshot } from '@shared/model/app'
import { type Connection, connectionDefaults, demoBaseUrl } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import { preferenceDefaults } from '@shared/model/preferences'
import type { QueueOverview } from '@shared/model/queue'
import { openGate, type SendGate } from '@shared/model/sendGate'
import { isSamePlace } from '@shared/model/taughtPlace'
import { createFakeBridge, type FakeBridge } from './fakeBridge'
import { type PromptsStandIn, promptHandlers } from './promptsStandIn'

export const demoConnection: Connection = {
  ...connectionDefaults,
  id: 'demo',
  kind: 'demo',
  name: 'Demo',
  baseUrl: demoBaseUrl,
  models: ['demo-1', 'demo-2'],
  keyState: 'notNeeded',
  paused: false,
  hold: null,
  isTaskPathLearned: false,
  taught: [],
}

export const serviceConnection: Connection = {
  ...demoConnection,
  id: 'aurora',
  kind: 'service',
  name: 'Aurora',
  baseUrl: 'https://api.aurora.example',
  models: ['aurora-2'],
  keyState: 'keychain',
}

export const emptyOverview: QueueOverview = {
  revision: 1,
  batch: null,
  paused: false,
  gates: [],
  libraryHold: null,
  counts: { needsYou: 0, running: 0, waiting: 0, stopped: 0, finished: 0 },
  needsYouElsewhere: 0,
  waitedFor: 0,
  folds: [],
  needsYou: [],
  running: [],
  waiting: [],
  stopped: [],
  finished: [],
  finishedBatches: [],
  finishedAfter: 0,
  costs: [],
  unreached: [],
  quiet: [],
  undelivered: [],
  question: null,
  commands: [],
}

/** What keeps a connection from sending, as far as the connection and the queue's pause show. */
export function gateSample({ paused, hold, keyState }: Connection, queuePaused = false): SendGate {
  if (queuePaused) return { kind: 'paused' }
  if (paused) return { kind: 'connectionPaused' }
  if (hold !== null) return { kind: 'held', error: hold.error }
  return keyState === 'missing' ? { kind: 'held', error: appError('keyMissing') } : openGate
}

export interface MainStandIn {
  readonly bridge: FakeBridge
  /** Drafts as they were saved, by connection. */
  readonly drafts: Map<string, Draft>
  /** Drafts that were replaced, oldest first. */
  readonly replaced: readonly Draft[]
  readonly prompts: PromptsStandIn
}

/**
 * The main process as the window sees it: keeps preferences, connections and drafts, and queues what it is
 * given.
 */
export function createMainStandIn(snapshot: Partial<AppSnapshot> = {}): MainStandIn {
  let connections: readonly Connection[] = snapshot.connections ?? [demoConnection]
  let preferences = snapshot.preferences ?? preferenceDefaults
  let paused = false
  const drafts = new Map<string, Draft>()
  const replaced: Draft[] = []
  const prompts: PromptsStandIn = { history: [], templates: [], used: { model: [], size: [] }, values: {} }

  const setConnections = (changed: readonly Connection[]): void => {
    connections = changed
    bridge.emit('connections.changed', [...changed])
    bridge.emit('queue.changed', { revision: 2 })
  }
  const setPaused = (value: boolean): null => {
    paused = value
    bridge.emit('queue.changed', { revision: 2 })
    return null
  }

  const bridge: FakeBridge = createFakeBridge({
    ...promptHandlers(prompts, () => bridge),
    'app.snapshot': () => ({
      version: '0.1.0',
      platform: 'linux',
      runtime: { electron: '45.4.1' },
      libraryPath: '/home/ada/Pictures/Cyanotype',
      upkeep: { running: null, last: null, rebuilt: null, asked: null },
      notices: [],
      move: null,
      keyStore: 'keychain',
      ...snapshot,
      preferences,
      connections: [...connections],
    }),
    'app.dismissNotice': () => null,
    'app.written': () => null,
    'app.copyText': () => null,
    'app.reportFault': () => null,
    'preferences.change': (patch) => {
      preferences = Object.assign({ ...preferences }, patch)
      bridge.emit('preferences.changed', preferences)
      return preferences
    },
    'library.choose': () => null,
    'library.reveal': () => null,
    'library.check': () => null,
    'library.rebuild': () => null,
    'library.askAgain': () => null,
    'library.forget': () => null,
    'library.cancelCheck': () => null,
    'library.planMove': () => null,
    'library.move': () => null,
    'library.actOnMove': () => null,
    'connections.test': () => ({ outcome: 'reached' }),
    'connections.save': ({ id, draft, apiKey }) => {
      const before = connections.find((connection) => connection.id === id)
      const saved: Connection = {
        ...draft,
        id: id ?? 'added',
        kind: 'service',
        keyState: apiKey !== null ? 'keychain' : (before?.keyState ?? 'missing'),
        paused: before?.paused ?? false,
        hold: null,
        isTaskPathLearned: false,
        taught: before?.taught ?? [],
      }
      setConnections([...connections.filter((connection) => connection.id !== saved.id), saved])
      return saved
    },
    'connections.forgetTaught': ({ id, place }) => {
      setConnections(
        connections.map((one) =>
          one.id === id ? { ...one, taught: one.taught.filter((other) => !isSamePlace(other, place)) } : one,
        ),
      )
      return null
    },
    'connections.unfinished': () => ({ waiting: 0, running: 0, needsYou: 0 }),
    'connections.remove': ({ id }) => {
      setConnections(connections.filter((connection) => connection.id !== id))
      return null
    },
    'connections.useDemo': () => {
      setConnections([...connections, demoConnection])
      return demoConnection
    },
    'connections.resume': () => null,
    'connections.setPaused': ({ id, paused }) => {
      setConnections(connections.map((each) => (each.id === id ? { ...each, paused } : each)))
      return null
    },
    'drafts.read': ({ connectionId }) => drafts.get(connectionId) ?? null,
    'drafts.write': ({ connectionId, draft }) => {
      drafts.set(connectionId, draft)
      return null
    },
    'drafts.keep': ({ draft }) => {
      replaced.push(draft)
      return null
    },
    'drafts.replaced': () =>
      replaced
        .map(({ prompt }, at) => ({ number: at + 1, opening: prompt, replacedAt: 1_000 * at }))
        .toReversed(),
    'drafts.replacedOne': ({ number }) => {
      const draft = replaced[number - 1]
      if (draft === undefined) throw new AppFailure(appError('rowMissing'))
      return draft
    },
    'jobs.exchange': () => null,
    'jobs.enqueue': ({ draft }) => ({ batchId: 'batch', name: draft.prompt, jobs: draft.n, images: draft.n }),
    'jobs.estimate': () => [],
    'batches.cancel': () => ({ cancelled: 9, arriving: 3, press: 1 }),
    'queue.overview': () => ({
      ...emptyOverview,
      paused,
      gates: connections.map((connection) => ({
        connectionId: connection.id,
        gate: gateSample(connection, paused),
      })),
    }),
    'queue.pause': () => setPaused(true),
    'queue.resume': () => setPaused(false),
    'queue.cancelWaiting': () => ({ cancelled: 488, arriving: 12, press: 2 }),
    'queue.clearFinished': () => ({ press: 3 }),
    'presses.takeBack': () => ({ done: 9, left: 0 }),
    'presses.doAgain': () => ({ done: 9, left: 0 }),
    'tables.current': () => null,
    'gallery.outline': () => ({
      revision: 1,
      total: 0,
      libraryTotal: 0,
      days: [],
      flags: { kept: 0, rejected: 0 },
      ratios: '',
      colours: '',
      marks: [],
    }),
    'gallery.page': () => ({ revision: 1, rows: [] }),
    'bringing.current': () => null,
    'collections.list': () => ({ collections: [] }),
  })
  return { bridge, drafts, replaced, prompts }
}
