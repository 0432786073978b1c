import { AppFailure, type ErrorCode } from '@shared/errors'
import type { RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import type { Weighted } from '../support/random'
import { createActing } from './acting'
import { extraChoices, freeze, rowsOf } from './bodyCheck'
import { createConnecting } from './connecting'
import type { Desktop } from './desktop'
import type { Disk } from './disk'
import { createExporting, type Exporting } from './exporting'
import { createFinding, type Finding } from './finding'
import { createHabits } from './habits'
import { createKeeping, type Keeping } from './keeping'
import { createLosing, type Losing } from './losing'
import { look } from './openDatabase'
import { chosenIn, createOrders, noteChosen, type Orders, order } from './orders'
import type { Spending } from './spending'
import { createStaying } from './staying'
import { createTabling } from './tabling'
import { createUndoing } from './undoing'
import { createWaiting, models, noteTyped } from './waiting'
import type { World } from './world'

/** The user at the window: presses what can be pressed, at any time. */
export interface Person {
  readonly orders: Orders
  readonly losing: Losing
  readonly exporting: Exporting
  readonly finding: Finding
  readonly keeping: Keeping
  connect(host: string): void
  enqueue(): void
  act(): void
  /** One act quickly follows another. */
  isHasty(): boolean
  /** Milliseconds that may pass until the next one; null: nothing is about to happen. */
  pace(): readonly [number, ...number[]] | null
  resume(): void
  /** Frees everything that waits for the user, without paying for anything. */
  clearUp(): void
}

/** `isBusy`: asks for much. */
export function createPerson(
  world: World,
  desktop: Desktop,
  disk: Disk,
  options: {
    readonly hosts: readonly [string, ...string[]]
    readonly taskPathOf: (host: string) => string | null
    readonly isBusy: boolean
    readonly spending: Spending
    readonly profile: string
    /** Another profile has the same library. */
    readonly isShared: boolean
    /** What one user writes another may edit: one of them exports. */
    readonly mayExport: boolean
  },
): Person {
  const { hosts, taskPathOf, isBusy, spending, profile, isShared, mayExport } = options
  const { random } = world
  const usesTables = random.chance(0.5)
  const usesSets = random.chance(0.4)
  const keepsHouse = random.chance(isShared ? 0.8 : 0.3)
  const usesCaps = random.chance(0.35)
  const usesExports = mayExport && random.chance(0.4)
  /** Of edits, cancels, Undo and Redo: where all of them meet. */
  const changes = random.chance(0.15) ? 5 : 1
  const count = () => random.pick(isBusy ? [1, 2, 3, 4] : [1, 1, 1, 1, 2])
  let prompts = 0
  /** How often the queue was paused or told to go on: it is as it was told last. */
  let pauses = 0
  const orders = createOrders()

  /** Presses a button. */
  function press<R extends RouteName>(
    words: string,
    route: R,
    input: RouteInput<R>,
    then: (output: RouteOutput<R>) => void = () => {},
    refused: (code: ErrorCode) => void = () => {},
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
        refused(problem.error.code)
        if (problem.error.code === 'internal' && route !== 'jobs.act')
          world.fault(`${route} met a bug: ${JSON.stringify(problem.error)}`)
      },
    )
  }

  const newName = () => `heron ${++prompts}`
  const staying = createStaying(world, { usesTables })
  const undoing = createUndoing(world, orders, press)
  const acting = createActing(world, orders, press, { undoing, staying })
  const waiting = createWaiting(world, orders, press, { undoing, name: newName })
  const tabling = createTabling(world, orders, press, { name: newName, staying })
  const keeping = createKeeping(world, desktop, disk, orders, press)
  const finding = createFinding(world, disk, orders, press)
  const exporting = createExporting(world, disk, press)
  const given = { world, desktop, disk, profile, press }
  const losing = createLosing({ ...given, orders, spending, undoing, exporting })
  const connecting = createConnecting(world, orders, spending, press, { usesCaps, taskPathOf })

  const some = (sql: string): string | null =>
    staying.choose(look<{ id: string }>(sql).map(({ id }) => id)) ?? null
  const someConnection = () => some('SELECT id FROM connections WHERE archived_at IS NULL ORDER BY id')

  /** It also resumes connections at which starts ended. */
  function tryLeftOut(told: string): void {
    const held = "SELECT id FROM connections WHERE hold_json ->> '$.error.code' = 'startSendsHeld'"
    for (const { id } of look<{ id: string }>(held)) orders.resumed.set(id, world.now())
    press(told, 'app.tryLeftOut', null)
  }

  function enqueue(isSeveral = false): void {
    const connectionId = someConnection()
    if (connectionId === null) return
    // The same may be asked for again.
    const name = random.chance(0.1) && prompts > 0 ? `heron ${random.whole(1, prompts)}` : newName()
    const n = count()
    const mode = random.chance(0.6) ? 'background' : 'direct'
    const several = isSeveral ? ['red', 'blue'] : []
    const colours = isBusy && random.chance(0.15) ? ['red', 'blue', 'green', 'grey', 'white'] : several
    const prompt = colours.length === 0 ? name : `${name} {${colours.join('|')}}`
    order(orders, name, n * Math.max(1, colours.length))
    const size = random.pick(['', '300x200'])
    const extra = random.pick(extraChoices)
    noteTyped(orders, name, extra)
    const draft = { prompt, model: random.pick(models), size, n, mode, image: [], extra } as const
    const input = { connectionId, draft: { ...draft, image: [] }, first: random.chance(0.2) }
    press(`queues “${prompt}”, ${n} images, ${mode}`, 'jobs.enqueue', input, ({ batchId }) => {
      staying.follow(batchId)
      freeze(orders, rowsOf(batchId))
    })
  }

  function pause(): void {
    const own = ++pauses
    press('pauses', 'queue.pause', null, () => {
      if (own === pauses) orders.pausedSince ??= world.now()
    })
  }

  function resume(words = 'resumes'): void {
    pauses += 1
    orders.pausedSince = null
    press(words, 'queue.resume', null)
  }

  const actHere = createHabits({
    ...{ world, staying, acting, waiting, tabling, undoing, finding, pause, resume, resumeConnection },
    isPaused: () => orders.pausedSince !== null,
    begin: () =>
      staying.bent() === 'joining'
        ? enqueue(true)
        : usesTables && random.chance(staying.bent() === 'rows' ? 1 : 0.7)
          ? withConnection(tabling.queueNew)
          : enqueue(),
  })

  const actions: Weighted<() => void> = [
    [isBusy ? 20 : usesCaps ? 12 : 2, () => enqueue()],
    [4, pause],
    [8, () => resume()],
    [12, acting.onOne],
    [usesSets ? 6 : 1, acting.onSome],
    [usesSets ? 6 : 1, acting.onSet],
    [usesTables ? 8 : 0, () => withConnection(tabling.paste)],
    [usesTables ? 8 : 0, tabling.queue],
    [usesTables ? 2 : 0, tabling.readAgain],
    [usesTables ? 1 : 0, tabling.close],
    [3 * changes, () => withWaiting(waiting.edit)],
    [3, () => withWaiting(waiting.move)],
    [2 * changes, () => withBatch(waiting.cancelBatch)],
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
    [6 * changes, undoing.undo],
    [3 * changes, undoing.redo],
    [2, () => withJob(finding.look)],
    [2, () => press('tries the network', 'queue.tryNow', null)],
    [2, () => tryLeftOut('tries what was left out of the start')],
    [4, () => press('answers the question about what waited', 'queue.answer', { send: random.chance(0.7) })],
    [8, resumeConnection],
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
    [changes, waiting.cancelAll],
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
    [2, () => connecting.connect(random.pick([hosts[0], ...hosts]))],
    [3, () => withConnection(connecting.replaceKey)],
    [usesCaps ? 10 : 1, () => withConnection(connecting.changePrices)],
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
    [usesExports ? 6 : 0, exporting.begin],
    [usesExports ? 4 : 0, exporting.act],
    [usesExports ? 3 : 0, exporting.saveOther],
    [4, connecting.readCosts],
    [2, () => press('', 'gallery.page', { text: '', batchId: null, offset: 0, limit: 50 })],
  ]

  function resumeConnection(): void {
    withConnection((id) => {
      orders.resumed.set(id, world.now())
      press('resumes a connection', 'connections.resume', { id })
    })
  }

  function choose(words: string, folder: string): void {
    desktop.chosenFolder = folder
    press(`chooses ${words}: ${folder}`, 'library.choose', null)
  }

  /**
   * One that was begun while its drive was unplugged is not on the drive, and one that another profile moved before the app
   * was noted there is gone.
   */
  function beginAgain(folder: string): void {
    const absences = disk.volumes.find(({ path }) => path === folder)?.absences ?? []
    if (isShared || absences.some((absence) => chosenIn(absence, orders.chosen.get(folder))))
      choose('the same library again', folder)
  }

  function withBatch(use: (id: string) => void): void {
    const id = some('SELECT id FROM batches ORDER BY id')
    if (id !== null) use(id)
  }

  function withJob(use: (id: string) => void): void {
    const id = some('SELECT id FROM jobs ORDER BY id')
    if (id !== null) use(id)
  }

  function withWaiting(use: (id: string) => void): void {
    const id = some("SELECT id FROM jobs WHERE state = 'queued' ORDER BY id")
    if (id !== null) use(id)
  }

  function withConnection(use: (id: string) => void): void {
    const id = someConnection()
    if (id !== null) use(id)
  }

  return {
    orders,
    losing,
    exporting,
    finding,
    keeping,
    connect: connecting.connect,
    enqueue: () => enqueue(),
    act() {
      if (staying.goesOn() && random.chance(0.9)) actHere()
      else random.pickWeighted(actions)()
    },
    isHasty: staying.isHere,
    pace: staying.pace,
    resume,
    clearUp() {
      resume('')
      tryLeftOut('')
      press('', 'queue.answer', { send: true })
      press('', 'tables.current', null)
      keeping.clearUp()
      losing.recover()
      exporting.clearUp()
      finding.clearUp()
      press('', 'app.snapshot', null, ({ notices, libraryPath }) => {
        if (notices.some(({ error }) => error.code === 'libraryAway')) beginAgain(libraryPath)
      })
      for (const { id, paused } of look<{ id: string; paused: number }>(
        'SELECT id, paused FROM connections WHERE archived_at IS NULL ORDER BY id',
      )) {
        orders.pausedConnections.delete(id)
        if (paused === 1) press('', 'connections.setPaused', { id, paused: false })
        connecting.free(id)
      }
      connecting.readCosts()
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
