import type { SendableDraft } from '@shared/model/draft'
import { groupRowsMaximum, type Place } from '@shared/model/queue'
import { allImageCommands } from './allImageCommands'
import { type Call, call } from './call'
import { idOf, type Placed } from './rows'
import type { World } from './world'

const draft: SendableDraft = {
  ...{ prompt: 'Study of a fern', model: 'aurora-2', size: '', n: 1, mode: 'background', image: [] },
}
/** As much text as one press may queue: 20,000,000 characters in 1,000 requests. */
const largestDraft: SendableDraft = { ...draft, prompt: `fern ${'wool '.repeat(3_998)}`, n: 1000 }
const all = { text: '', batchId: null }
const top: Place = { to: 'top' }
const bottom: Place = { to: 'bottom' }

const connectionDraft = {
  ...{ name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9', pathPrefix: '/api/v1', models: ['m'], prices: {} },
  ...{ dailyCap: null, pageUrl: '', fullBackground: false, idempotencyKey: true, proxyResolves: false },
  ...{
    allowedOrigins: [],
    taskPath: null,
    taskOrigins: [],
    directSlots: 4,
    backgroundSlots: 20,
    pollsPerSecond: 10,
  },
  ...{ undeliveredImages: 100, undeliveredMegabytes: 1000, extra: { background: [], direct: [] } },
}

function groupOf({ groups }: World, name: string): Placed {
  const found = groups.get(name)
  if (found === undefined) throw new Error(`the world has no ${name}`)
  return found
}

const batchOf = (world: World, name: string) => idOf('batch', groupOf(world, name).firstBatch)
const jobOf = (world: World, name: string, n = 0) => idOf('job', groupOf(world, name).firstJob + n)

/** The failed jobs, as the queue's line of them names them. */
const failedSet = (batchId: string) =>
  ({
    set: 'failed',
    batchId,
    code: 'serviceFailed',
    from: 0,
    until: Number.MAX_SAFE_INTEGER,
  }) as const
const uncertainSet = ({ connectionId }: World) =>
  ({
    set: 'needsYou',
    connectionId,
    batchId: null,
    code: 'connectionLost',
    from: 0,
    until: Number.MAX_SAFE_INTEGER,
  }) as const

const imageIds = (count: number) => Array.from({ length: count }, (_, n) => idOf('image', n + 1))

/** What the window asks for while it is looked at. */
export function readings(world: World): readonly Call[] {
  const waiting = groupOf(world, 'waiting')
  return [
    call('app.snapshot', null),
    call('queue.overview', { limit: 100 }),
    call('queue.overview', { limit: groupRowsMaximum }, { of: 'all rows it may list' }),
    call(
      'queue.overview',
      { limit: 100, batchId: batchOf(world, 'waiting') },
      { of: 'of the largest batch' },
    ),
    call('queue.overview', { limit: 100, batchId: batchOf(world, 'failed') }, { of: 'of the failed batch' }),
    call('queue.waiting', { batchId: batchOf(world, 'waiting'), offset: 0, limit: 100 }, { of: 'first' }),
    call(
      'queue.waiting',
      { batchId: batchOf(world, 'waiting'), offset: Math.max(0, waiting.jobs - 100), limit: 100 },
      { of: 'last' },
    ),
    call('batches.list', { text: '', offset: 0, limit: 100 }),
    call('batches.list', { text: 'done 1', offset: 0, limit: 100 }, { of: 'searched' }),
    call('gallery.outline', all),
    call('gallery.outline', { ...all, text: 'blue print' }, { of: 'common words' }),
    call('gallery.outline', { ...all, text: 'an' }, { of: 'two letters' }),
    call('gallery.outline', { ...all, batchId: batchOf(world, 'done') }, { of: 'one batch' }),
    call('gallery.outline', { ...all, stacks: { open: [] } }, { of: 'stacks' }),
    call('gallery.page', { ...all, offset: 0, limit: 200 }, { of: 'first' }),
    call('gallery.page', { ...all, offset: Math.max(0, world.images - 200), limit: 200 }, { of: 'last' }),
    call('gallery.page', { ...all, text: 'an', offset: 0, limit: 200 }, { of: 'two letters' }),
    call('gallery.select', { ...all, from: null, to: null }),
    call('images.few', { ids: imageIds(4) }),
    call('images.details', { id: idOf('image', 1) }),
    call('images.source', { id: idOf('image', 1) }),
    call('prompts.history', { text: '', offset: 0, limit: 1000 }),
    call('prompts.history', { text: 'heron dusk', offset: 0, limit: 100 }, { of: 'searched' }),
    call('prompts.entry', { number: 1 }),
    call('prompts.step', { from: null, to: 'older' }),
    call('prompts.templates', { text: '', offset: 0, limit: 100 }),
    call('prompts.used', { connectionId: world.connectionId }),
    call('prompts.values', { names: ['colour'] }),
    call('drafts.read', { connectionId: world.connectionId }),
    call('drafts.replaced', null),
    call('jobs.exchange', { id: jobOf(world, 'done'), number: null }),
    call('tables.current', null),
    call('jobs.estimate', { ids: [], sets: [failedSet(batchOf(world, 'failed'))] }, { of: 'failed' }),
    call('jobs.estimate', { ids: [], sets: [uncertainSet(world)] }, { of: 'uncertain' }),
  ]
}

/** What is small, however full the queue is. */
export function smallCommands({ connectionId }: World): readonly Call[] {
  return [
    call('app.dismissNotice', { id: 'none' }),
    call('app.tryLeftOut', null),
    call('app.written', null),
    call('app.copyText', { text: 'wool '.repeat(200_000) }),
    call('app.reportFault', { name: 'Error', frames: ['index.js:1:1'] }),
    call('preferences.change', { notifications: false }),
    call('library.choose', null, { of: 'closed' }),
    call('library.reveal', null),
    call('connections.test', { id: null, draft: connectionDraft, apiKey: 'key' }),
    call('connections.useDemo', null),
    call('connections.resume', { id: connectionId }),
    call('connections.allowProxyNames', { id: connectionId }),
    call('connections.allowOrigin', { id: connectionId, origin: 'http://127.0.0.1:9' }),
    call('connections.sendAnyway', { id: connectionId }),
    call('connections.setPaused', { id: connectionId, paused: true }),
    call('connections.setPaused', { id: connectionId, paused: false }, { of: 'resumed' }),
    call('connections.save', { id: null, draft: connectionDraft, apiKey: null }, { once: true }),
    call('drafts.write', { connectionId, draft }),
    call('drafts.write', { connectionId, draft: largestDraft }, { of: 'long' }),
    call('drafts.keep', { draft: largestDraft }, { of: 'long' }),
    call('damage.save', null, { of: 'closed' }),
    call('prompts.saveTemplate', { name: 'Fern', prompt: 'a fern', variables: {}, replace: true }),
    call('prompts.forget', { number: null }),
    call('prompts.recall', null),
    call('prompts.restoreTemplate', null),
    call('prompts.forgetUsed', { connectionId, field: 'model', value: 'none' }),
    call('references.preview', { connectionId, url: 'http://127.0.0.1:9/a.png' }),
    call('references.closePreview', null),
    call('images.reveal', { id: idOf('image', 1) }),
    call('exports.reveal', null),
    call('tables.reveal', null),
  ]
}

/** What acts on as many rows as there are, in an order in which each finds its rows. */
export function largeCommands(world: World): readonly Call[] {
  const waiting = batchOf(world, 'waiting')
  const failed = batchOf(world, 'failed')
  return [
    // First, so that its files are removed while all others are pressed.
    call('images.delete', { ids: imageIds(500) }, { of: '500', once: true }),
    call('batches.rename', { id: waiting, name: 'Wool' }),
    call('batches.setPaused', { id: failed, paused: true }),
    call('batches.prioritize', { id: waiting, priority: 'high' }),
    call('batches.prioritize', { id: waiting, priority: 'normal' }, { of: 'back' }),
    call('batches.place', { id: waiting, place: bottom }, { of: 'bottom' }),
    call('batches.place', { id: waiting, place: top }, { of: 'top' }),
    call('batches.place', { id: waiting, place: { to: 'down' } }, { of: 'down' }),
    call('jobs.place', { id: jobOf(world, 'waiting', 5), place: bottom }, { of: 'bottom' }),
    call('jobs.place', { id: jobOf(world, 'waiting', 6), place: { to: 'down' } }, { of: 'down' }),
    call('jobs.edit', { id: jobOf(world, 'waiting', 7), draft }, { once: true }),
    call('queue.tryNow', null),
    call('jobs.enqueue', { connectionId: world.connectionId, draft, first: true }),
    call(
      'jobs.enqueue',
      { connectionId: world.connectionId, draft: largestDraft, first: false },
      { of: 'largest', once: true },
    ),
    call(
      'jobs.act',
      { ids: [], sets: [uncertainSet(world)], action: 'settle' },
      { of: 'settle all', once: true },
    ),
    call(
      'jobs.act',
      { ids: [], sets: [failedSet(batchOf(world, 'failed'))], action: 'retryAsNew' },
      { of: 'retry all', once: true },
    ),
    call('queue.clearFinished', null),
    call('queue.answer', { send: false }),
    call('exports.chooseFolder', { id: 'originals' }, { once: true }),
    call(
      'exports.plan',
      { what: { batchId: batchOf(world, 'done') }, recipeId: 'originals' },
      { of: 'one batch', once: true },
    ),
    call('exports.begin', { plans: [1] }, { once: true }),
    ...allImageCommands,
    call('images.delete', { ids: imageIds(1000).map((id) => `x${id.slice(1)}`) }, { of: 'unknown ids' }),
    call('jobs.act', { ids: [jobOf(world, 'waiting', 9)], action: 'cancel' }, { of: 'cancel one' }),
    call('batches.cancel', { id: waiting }, { once: true }),
    call('queue.pause', null),
    call('queue.resume', null),
    call('queue.cancelWaiting', null, { once: true }),
    call('connections.remove', { id: world.connectionId }, { once: true }),
  ]
}

/** What shows and changes a queue whose jobs are all alike. */
export function largeReadings(world: World, name: string): readonly Call[] {
  const { state, batches } = groupOf(world, name)
  const id = batchOf(world, name)
  const everyMinute = { limit: 100 }
  const common = [
    call('queue.overview', everyMinute),
    call('queue.overview', { limit: 100, batchId: id }, { of: 'of one batch' }),
    call('batches.list', { text: '', offset: 0, limit: 100 }),
    call('batches.list', { text: '9', offset: 0, limit: 100 }, { of: 'searched' }),
  ]
  if (state === 'failed' || state === 'uncertain') {
    const set = state === 'failed' ? failedSet(id) : uncertainSet(world)
    return [
      ...common,
      call('jobs.estimate', { ids: [], sets: [set] }),
      call('queue.clearFinished', null),
      call('connections.resume', { id: world.connectionId }),
    ]
  }
  return [
    ...common,
    call('queue.waiting', { batchId: id, offset: 0, limit: 100 }),
    call('queue.answer', { send: false }),
    call('queue.tryNow', null),
    call('batches.place', { id, place: bottom }, { of: 'bottom' }),
    call('batches.place', { id, place: top }, { of: 'top' }),
    call('batches.prioritize', { id, priority: 'low' }),
    call('connections.setPaused', { id: world.connectionId, paused: true }),
    call('connections.setPaused', { id: world.connectionId, paused: false }, { of: 'resumed' }),
    batches === 1
      ? call('batches.cancel', { id }, { once: true })
      : call('queue.cancelWaiting', null, { once: true }),
  ]
}
