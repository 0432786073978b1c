import { AppFailure } from '@shared/errors'
import type { RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import { connectionDefaults } from '@shared/model/connection'
import type { ExtraField } from '@shared/model/extraFields'
import type { Weighted } from '../support/random'
import { createActing } from './acting'
import { extraChoices, freeze, rowsOf } from './bodyCheck'
import type { Desktop } from './desktop'
import type { Disk } from './disk'
import { createKeeping } from './keeping'
import { look } from './openDatabase'
import { chosenIn, createOrders, creditsPerRequest, noteChosen, type Orders, order } from './orders'
import { serviceKey } from './service'
import { createTabling } from './tabling'
import { createUndoing } from './undoing'
import type { World } from './world'

/** The person at the window: presses what can be pressed, at any time. */
export interface Person {
  readonly orders: Orders
  connect(host: string): void
  enqueue(): void
  act(): void
  /** Frees everything that waits for the person, without paying for anything. */
  clearUp(): void
}

const plain = { model: 'm', size: '', n: 1, mode: 'background' } as const
const ways = ['top', 'up', 'down', 'bottom'] as const

/** `isBusy`: asks for much. */
export function createPerson(
  world: World,
  desktop: Desktop,
  disk: Pick<Disk, 'volumes' | 'entries' | 'erase'>,
  { hosts, isBusy }: { readonly hosts: readonly [string, ...string[]]; readonly isBusy: boolean },
): Person {
  const { random } = world
  const usesTables = random.chance(0.4)
  const usesSets = random.chance(0.4)
  const keepsHouse = random.chance(0.3)
  const count = () => random.pick(isBusy ? [1, 2, 3, 4] : [1, 1, 1, 1, 2])
  let prompts = 0
  const orders = createOrders()

  /** Presses a button. */
  function press<R extends RouteName>(
    words: string,
    route: R,
    input: RouteInput<R>,
    then: (output: RouteOutput<R>) => void = () => {},
    refused: () => void = () => {},
  ): void {
    const app = desktop.app()
    if (app === null) return
    const run = world.run()
    if (words !== '') world.tell(words)
    if (words !== '' && route !== 'tables.enqueue') orders.pressed += 1
    app.call(route, input).then(
      (output) => {
        if (world.run() === run) then(output)
      },
      (problem: unknown) => {
        if (world.run() !== run) return
        if (!(problem instanceof AppFailure))
          return world.fault(`${route} answered what no contract knows: ${problem}`)
        world.tell(`${route} is refused: ${problem.error.code}`)
        refused()
        if (problem.error.code === 'internal' && route !== 'jobs.act')
          world.fault(`${route} met a bug: ${JSON.stringify(problem.error)}`)
      },
    )
  }

  const newName = () => `heron ${++prompts}`
  const undoing = createUndoing(world, orders, press)
  const acting = createActing(world, orders, press, undoing)
  const tabling = createTabling(world, orders, press, newName)
  const keeping = createKeeping(world, desktop, disk, orders, press)

  const some = (sql: string): string | null => {
    const rows = look<{ id: string }>(sql)
    return rows[random.whole(0, Math.max(0, rows.length - 1))]?.id ?? null
  }
  const someConnection = () => some('SELECT id FROM connections WHERE archived_at IS NULL ORDER BY id')

  const draft = (host: string) => ({
    ...connectionDefaults,
    name: host,
    baseUrl: `https://${host}`,
    pageUrl: '',
    fullBackground: random.chance(0.3),
    extra: { background: random.pick(extraChoices), direct: random.pick(extraChoices) },
    undeliveredImages: random.pick([1, 4, 200, 200]),
    prices: { m: creditsPerRequest },
    dailyCap: random.pick([null, null, null, null, 2 * creditsPerRequest, 5 * creditsPerRequest]),
  })

  function connect(host: string): void {
    press(`connects to ${host}`, 'connections.save', { id: null, draft: draft(host), apiKey: serviceKey })
  }

  /** It also resumes connections at which starts ended. */
  function tryLeftOut(told: string): void {
    const held = "SELECT id FROM connections WHERE hold_json ->> '$.error.code' = 'startSendsHeld'"
    for (const { id } of look<{ id: string }>(held)) orders.resumed.set(id, world.now())
    press(told, 'app.tryLeftOut', null)
  }

  function enqueue(): void {
    const connectionId = someConnection()
    if (connectionId === null) return
    // The same may be asked for again.
    const name = random.chance(0.1) && prompts > 0 ? `heron ${random.whole(1, prompts)}` : newName()
    const n = count()
    const mode = random.chance(0.6) ? 'background' : 'direct'
    const colours = isBusy && random.chance(0.15) ? ['red', 'blue', 'green', 'grey', 'white'] : []
    const prompt = colours.length === 0 ? name : `${name} {${colours.join('|')}}`
    order(orders, name, n * Math.max(1, colours.length))
    const size = random.pick(['', '300x200'])
    const extra = random.pick(extraChoices)
    noteTyped(name, extra)
    const draft = { prompt, model: 'm', size, n, mode, image: [], extra } as const
    const input = { connectionId, draft: { ...draft, image: [] }, first: random.chance(0.2) }
    press(`queues “${prompt}”, ${n} images, ${mode}`, 'jobs.enqueue', input, ({ batchId }) =>
      freeze(orders, rowsOf(batchId)),
    )
  }

  function noteTyped(name: string, extra: readonly ExtraField[]): void {
    orders.typed.set(name, [...(orders.typed.get(name) ?? []), extra])
  }

  const actions: Weighted<() => void> = [
    [isBusy ? 20 : 2, enqueue],
    [4, () => press('pauses', 'queue.pause', null, () => (orders.pausedSince ??= world.now()))],
    [
      8,
      () => {
        orders.pausedSince = null
        press('resumes', 'queue.resume', null)
      },
    ],
    [12, acting.onOne],
    [usesSets ? 6 : 1, acting.onSome],
    [usesSets ? 6 : 1, acting.onSet],
    [usesTables ? 8 : 0, () => withConnection(tabling.paste)],
    [usesTables ? 8 : 0, tabling.queue],
    [usesTables ? 1 : 0, tabling.close],
    [
      3,
      () => {
        const id = some("SELECT id FROM jobs WHERE state = 'queued' ORDER BY id")
        const change = { ...plain, prompt: newName(), image: [], extra: random.pick(extraChoices) }
        if (id === null) return
        order(orders, change.prompt, change.n)
        noteTyped(change.prompt, change.extra)
        press('edits a waiting request', 'jobs.edit', { id, draft: change }, (edited) => {
          orders.cancelled.set(id, world.now())
          undoing.note(edited.press, [id], [edited.id])
        })
      },
    ],
    [
      3,
      () => {
        const id = some("SELECT id FROM jobs WHERE state = 'queued' ORDER BY id")
        if (id !== null)
          press(
            'moves a waiting request',
            'jobs.place',
            { id, place: { to: random.pick(ways) } },
            undoing.noteOther,
          )
      },
    ],
    [2, () => withBatch(cancelBatch)],
    [
      2,
      () =>
        withBatch((id) =>
          press(
            'prefers a batch',
            'batches.prioritize',
            { id, priority: random.pick(['high', 'low']) },
            undoing.noteOther,
          ),
        ),
    ],
    [6, undoing.undo],
    [3, undoing.redo],
    [2, () => press('tries the network', 'queue.tryNow', null)],
    [2, () => tryLeftOut('tries what was left out of the start')],
    [4, () => press('answers the question about what waited', 'queue.answer', { send: random.chance(0.7) })],
    [
      8,
      () =>
        withConnection((id) => {
          orders.resumed.set(id, world.now())
          press('resumes a connection', 'connections.resume', { id })
        }),
    ],
    [
      2,
      () =>
        withBatch((id) => {
          const paused = random.chance(0.5)
          if (!paused) orders.pausedBatches.delete(id)
          press(paused ? 'pauses a batch' : 'lets a batch go on', 'batches.setPaused', { id, paused }, () => {
            if (paused) orders.pausedBatches.set(id, world.now())
          })
        }),
    ],
    [1, cancelAll],
    [
      2,
      () =>
        withConnection((id) => {
          orders.sendsAnyway.add(id)
          press('sends anyway', 'connections.sendAnyway', { id })
        }),
    ],
    [
      2,
      () =>
        withConnection((id) => {
          const paused = random.chance(0.4)
          const words = paused ? 'pauses a connection' : 'lets a connection go on'
          if (!paused) orders.pausedConnections.delete(id)
          press(words, 'connections.setPaused', { id, paused }, () => {
            if (paused) orders.pausedConnections.set(id, world.now())
          })
        }),
    ],
    [
      2,
      () =>
        withConnection((id) =>
          press('removes a connection', 'connections.remove', { id }, () =>
            orders.removed.set(id, world.now()),
          ),
        ),
    ],
    [2, () => connect(random.pick([hosts[0], ...hosts]))],
    [3, () => replaceKey(random.pick([serviceKey, 'key-of-other-service', 'key-that-is-wrong']))],
    [
      4,
      () => {
        const id = some('SELECT id FROM images ORDER BY id')
        if (id === null) return
        const [row] = look<{ sha256: string }>('SELECT sha256 FROM images WHERE id = :id', { id })
        if (row === undefined) return
        orders.deleted.add(row.sha256)
        const isUndone = random.chance(0.5)
        press('deletes an image', 'images.delete', { ids: [id] }, (deletion) => {
          if (isUndone)
            press('undoes it', 'images.restore', { press: deletion.press }, ({ restored }) => {
              if (restored === 1) orders.deleted.delete(row.sha256)
            })
          else if (random.chance(0.5))
            press('empties the trash', 'trash.discard', { selection: null }, () => {})
        })
      },
    ],
    [
      2,
      () => {
        const folder = random.pick(['/world/library', '/world/library2'])
        noteChosen(orders, folder, world.elapsed())
        choose('another library', folder)
      },
    ],
    [keepsHouse ? 3 : 0, keeping.loseFile],
    [keepsHouse ? 4 : 0, keeping.check],
    [keepsHouse ? 4 : 0, keeping.move],
    [keepsHouse ? 4 : 0, keeping.actOnMove],
    [4, () => press('', 'queue.overview', { limit: 50 })],
    [2, () => press('', 'gallery.page', { text: '', batchId: null, offset: 0, limit: 50 })],
  ]

  function choose(words: string, folder: string): void {
    desktop.chosenFolder = folder
    press(`chooses ${words}: ${folder}`, 'library.choose', null)
  }

  /** One that was begun while its drive was unplugged is not on the drive. */
  function beginAgain(folder: string): void {
    const absences = disk.volumes.find(({ path }) => path === folder)?.absences ?? []
    if (absences.some((absence) => chosenIn(absence, orders.chosen.get(folder))))
      choose('the same library again', folder)
  }

  function withBatch(use: (id: string) => void): void {
    const id = some('SELECT id FROM batches ORDER BY id')
    if (id !== null) use(id)
  }

  function cancelBatch(id: string): void {
    const ids = begin(unansweredOf('batch_id = :id', { id }))
    press('cancels a batch', 'batches.cancel', { id }, (answer) => cancelled(ids, answer))
  }

  function cancelAll(): void {
    const ids = begin(unansweredOf('true', {}))
    press('cancels all that waits', 'queue.cancelWaiting', null, (answer) => cancelled(ids, answer))
  }

  function begin(ids: readonly string[]): readonly string[] {
    for (const id of ids) orders.beingCancelled.add(id)
    return ids
  }

  /** Nobody sees the requests of a batch that is still being written: they aren't meant. */
  const unansweredOf = (where: string, params: Readonly<Record<string, string>>) =>
    look<{ id: string }>(
      `SELECT id FROM jobs WHERE state IN ('queued', 'sending') AND ${where}
       AND batch_id NOT IN (SELECT id FROM batches WHERE sendable_at IS NULL)`,
      params,
    ).map(({ id }) => id)

  function cancelled(ids: readonly string[], { press }: RouteOutput<'batches.cancel'>): void {
    for (const id of ids) {
      orders.beingCancelled.delete(id)
      orders.cancelled.set(id, world.now())
    }
    undoing.note(press, ids)
  }

  function withConnection(use: (id: string) => void): void {
    const id = someConnection()
    if (id !== null) use(id)
  }

  function replaceKey(apiKey: string): void {
    withConnection((id) => {
      const [row] = look<{ name: string }>('SELECT name FROM connections WHERE id = :id', { id })
      orders.resumed.set(id, world.now())
      orders.saved.set(id, world.now())
      press(`saves the key ${apiKey}`, 'connections.save', { id, draft: draft(row?.name ?? ''), apiKey })
    })
  }

  return {
    orders,
    connect,
    enqueue,
    act: () => random.pickWeighted(actions)(),
    clearUp() {
      orders.pausedSince = null
      tryLeftOut('')
      press('', 'queue.resume', null)
      press('', 'queue.answer', { send: true })
      press('', 'tables.current', null)
      keeping.clearUp()
      press('', 'app.snapshot', null, ({ notices, libraryPath }) => {
        if (notices.some(({ error }) => error.code === 'libraryAway')) beginAgain(libraryPath)
      })
      for (const { id, name, paused } of look<{ id: string; name: string; paused: number }>(
        'SELECT id, name, paused FROM connections WHERE archived_at IS NULL ORDER BY id',
      )) {
        orders.pausedConnections.delete(id)
        orders.resumed.set(id, world.now())
        if (paused === 1) press('', 'connections.setPaused', { id, paused: false })
        press('', 'connections.save', {
          id,
          draft: { ...draft(name), undeliveredImages: 200, dailyCap: null },
          apiKey: serviceKey,
        })
        press('', 'connections.resume', { id })
      }
      for (const { id } of look<{ id: string }>('SELECT id FROM batches WHERE paused ORDER BY id')) {
        orders.pausedBatches.delete(id)
        press('', 'batches.setPaused', { id, paused: false })
      }
      for (const { id } of look<{ id: string }>(
        "SELECT id FROM jobs WHERE state <> 'uncertain' ORDER BY id",
      )) {
        acting.noteReopened(id)
        for (const action of ['waitAgain', 'retryDownload'] as const)
          press('', 'jobs.act', { ids: [id], action })
      }
    },
  }
}
