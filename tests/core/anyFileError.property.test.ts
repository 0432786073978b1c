import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure } from '@shared/errors'
import { isMoveOver } from '@shared/model/libraryMove'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type DailyCopies, keepDailyCopies } from '../../electron/core/db/dailyCopy'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { cases } from '../../scripts/testRun/cases'
import { eventually } from '../support/eventually'
import { createFakeClock, fastClock } from '../support/fakeClock'
import { anyCode, faults } from '../support/faultyDrive'
import { createRandom } from '../support/random'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { memoryLogger } from '../support/testPorts'
import { pngWith } from '../support/toldImages'
import { recipeFor } from './export/exportHarness'

vi.mock(import('../../electron/core/drive'), async (load) => {
  const { faultyDrive } = await import('../support/faultyDrive')
  return faultyDrive(await load())
})

afterEach(() => void faults.disarm())

const images = 3

/** Some work of the app, of which the user hears how it stands. */
interface Work {
  /** Rejects with AppFailure if it is refused. */
  begin(): Promise<unknown>
  /** `waits`: the user is told why it doesn't go on. */
  state(): Promise<'underWay' | 'waits' | 'over'>
  /** What the user presses once nothing fails any more. */
  goOn?(): Promise<unknown>
  /** Whether all was done, as far as the user wasn't told of what is missing. */
  check(): Promise<void>
}

/** A library with images. */
async function setUp() {
  const root = temporaryFolder()
  const run = await startCore(root, { clock: fastClock({ speed: 20 }) })
  const { call, ports } = run
  let made = 0
  const stage = async () => (await call('bringing.current', null))?.stage
  async function draw(count: number): Promise<void> {
    const folder = join(root, `pictures${made}`)
    await mkdir(folder)
    const paths = Array.from({ length: count }, (_, at) => join(folder, `${at}.png`))
    for (const path of paths) await writeFile(path, await pngWith([], { width: 30 + made++ }))
    ports.chosenImages = paths
  }
  async function look(): Promise<void> {
    await call('bringing.choose', { what: 'files' })
    await eventually(async () => (await stage()) === 'looked', { what: 'images that were looked at' })
  }
  await draw(images)
  await look()
  await call('bringing.start', { leaves: false })
  await eventually(async () => (await stage()) === 'ended', { what: 'images in the library' })
  await call('bringing.dismiss', null)
  const rows = async () => (await call('gallery.page', { text: '', offset: 0, limit: 500 })).rows
  const ids = (await rows()).map(({ id }) => id)
  return { ...run, root, ids, rows, draw, look, stage }
}

type Given = Awaited<ReturnType<typeof setUp>>

async function exporting(given: Given, settings: Parameters<typeof recipeFor>[2]): Promise<Work> {
  const { call, root, ids } = given
  let exports = 0
  const current = () => call('exports.current', null)
  return {
    async begin() {
      const folder = join(root, `exports${exports++}`)
      await mkdir(folder)
      faults.disarm()
      const recipe = await recipeFor(given, folder, settings)
      faults.arm(faultAt, faultCode)
      const plan = await call('exports.plan', { what: { images: { ids } }, recipeId: recipe.id })
      await call('exports.begin', { plans: [plan.plan] })
    },
    async state() {
      const run = await current()
      if (run?.stage !== 'running') return 'over'
      return run.problem === null ? 'underWay' : 'waits'
    },
    goOn: () => call('exports.act', { action: 'resume' }),
    async check() {
      const run = await current()
      if (run === null) return
      expect(run).toMatchObject({ stage: 'ended' })
      if (run.stage === 'ended' && run.failed.length > 0) {
        await call('exports.act', { action: 'retry' })
        await eventually(async () => (await current())?.stage === 'ended', { what: 'the rest of the export' })
      }
      expect(await current()).toMatchObject({ written: images, failed: [], left: 0 })
      await call('exports.act', { action: 'dismiss' })
    },
  }
}

const works: Readonly<Record<string, (given: Given) => Promise<Work>>> = {
  'an export into a folder': (given) => exporting(given, {}),
  'an export of converted images': (given) => exporting(given, { format: 'webp', sidecar: true }),
  'an export into a ZIP': (given) => exporting(given, { into: 'zip' }),

  'an import': async ({ call, draw, look, rows }) => {
    let wanted = (await rows()).length
    let told = 0
    return {
      async begin() {
        await draw(images)
        faults.arm(faultAt, faultCode)
        await look()
        const looked = await call('bringing.current', null)
        told = looked?.stage === 'looked' ? looked.unread.count : 0
        if (told < images) await call('bringing.start', { leaves: false })
      },
      async state() {
        const current = await call('bringing.current', null)
        if (current?.stage !== 'running') return 'over'
        return current.problem === null ? 'underWay' : 'waits'
      },
      async check() {
        const ended = await call('bringing.current', null)
        if (ended?.stage === 'ended') told += ended.failed.count
        await call('bringing.dismiss', null)
        wanted += images - told
        expect(await rows()).toHaveLength(wanted)
      },
    }
  },

  'a move of the library': async ({ call, root, ports, ids, core }) => {
    let to = 0
    const current = async () => (await call('app.snapshot', null)).move
    return {
      async begin() {
        const target = join(root, `moved${to++}`)
        await mkdir(target)
        ports.chosenFolder = target
        const plan = await call('library.planMove', null)
        if (plan !== null) await call('library.move', { plan: plan.plan })
      },
      async state() {
        const move = await current()
        if (move === null || isMoveOver(move.step)) return 'over'
        return move.problem === null ? 'underWay' : 'waits'
      },
      goOn: () => call('library.actOnMove', { action: 'resume' }),
      async check() {
        await call('library.actOnMove', { action: 'dismiss' })
        for (const id of ids) expect(await core.images.pictureFile(id)).not.toBeNull()
      },
    }
  },

  'a check of the library': async ({ call }) => ({
    begin: () => call('library.check', { asked: true }),
    async state() {
      return (await call('app.snapshot', null)).upkeep.running === null ? 'over' : 'underWay'
    },
    async check() {
      expect((await call('app.snapshot', null)).upkeep.last).not.toBeNull()
    },
  }),

  'a rebuild of the library': async ({ call }) => ({
    begin: () => call('library.rebuild', null),
    async state() {
      return (await call('app.snapshot', null)).upkeep.running === null ? 'over' : 'underWay'
    },
    async check() {},
  }),

  'a delivery': async ({ call, rows }) => {
    const before = (await rows()).length
    let wanted = before
    const { id } = await call('connections.useDemo', null)
    const counts = async () => (await call('queue.overview', { limit: 1 })).counts
    return {
      async begin() {
        const draft = {
          prompt: 'a boat',
          model: 'aurora-2',
          size: '',
          n: 2,
          mode: 'direct' as const,
          image: [],
        }
        await call('jobs.enqueue', { connectionId: id, draft, first: false })
        wanted += 2
      },
      async state() {
        const { waiting, running } = await counts()
        return waiting + running === 0 ? 'over' : 'underWay'
      },
      async check() {
        expect((await counts()).needsYou).toBe(0)
        expect(await rows()).toHaveLength(wanted)
      },
    }
  },

  'a copy of the database': async ({ root, processes }) => {
    const { logger, clock } = { logger: memoryLogger(), clock: createFakeClock() }
    const profile = join(root, 'copied')
    await mkdir(profile)
    const path = join(profile, 'cyanotype.db')
    const { db } = openDatabase({ path, migrations, clock, logger })
    onTestFinished(() => db.close())
    let copies: DailyCopies | null = null
    const said = () => logger.lines.some(({ event }) => event.startsWith('database.'))
    const made = async () => (await readdir(join(profile, 'backups'))).some((name) => name.endsWith('.db'))
    const isOver = async () => said() || (await made().catch(() => false))
    async function copy(): Promise<void> {
      await copies?.stop()
      copies = keepDailyCopies({ db, path, processes, clock, logger })
      clock.advance(60_000)
      await eventually(isOver, { what: 'a copy, or why there is none' })
    }
    return {
      async begin() {
        faults.disarm()
        await copies?.stop()
        await rm(join(profile, 'backups'), { recursive: true, force: true })
        faults.arm(faultAt, faultCode)
        await copy()
      },
      state: async () => 'over',
      async check() {
        clock.advance(3_600_000)
        await eventually(made, { what: 'the next copy' })
      },
    }
  },

  'a thumbnail': async ({ core, ids, root }) => {
    const [id = ''] = ids
    return {
      async begin() {
        await rm(join(root, 'profile/thumbnails'), { recursive: true, force: true })
        faults.arm(faultAt, faultCode)
        await core.images.thumbnail(id, 'thumb')
      },
      state: async () => 'over',
      async check() {
        expect(await core.images.thumbnail(id, 'thumb')).not.toBeNull()
      },
    }
  },

  'a table that is read, queued and written': async ({ call, ports, root }) => {
    const { id } = await call('connections.useDemo', null)
    await call('queue.pause', null)
    const defaults = { mode: 'background' as const, model: 'aurora-2', size: '', n: 1, image: [] }
    const pasted = () =>
      call('tables.paste', { text: 'prompt\na boat\na barn\n', connectionId: id, defaults })
    return {
      async begin() {
        await pasted()
        await eventually(async () => (await call('tables.current', null))?.stage === 'ready')
        const { batchId } = await call('tables.enqueue', { onlyRight: false, first: false })
        ports.savedFile = join(root, 'results.csv')
        await call('tables.writeBack', { batchId })
      },
      state: async () => 'over',
      async check() {
        await call('tables.close', null)
        await pasted()
        await call('tables.close', null)
        await call('queue.cancelWaiting', null)
      },
    }
  },
}

let faultAt = 0
let faultCode = ''

/** What ends the app, instead of the test. */
function bugs(): readonly unknown[] {
  const found: unknown[] = []
  const note = (problem: unknown) => void found.push(problem)
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', note)
  onTestFinished(() => {
    process.off('uncaughtException', note)
    for (const listener of before) process.on('uncaughtException', listener)
  })
  return found
}

test.each(Object.keys(works))(
  'any error at any call to a file is told or overcome, and ends nothing: %s',
  async (name) => {
    const found = bugs()
    const given = await setUp()
    const work = await works[name]?.(given)
    if (work === undefined) throw new Error('no such work')
    const random = createRandom(20260301)
    let calls = 0
    let met = 0
    for (let run = 0; run <= cases(12, 600); run++) {
      // None fails in the first run, which shows how many there are.
      faultAt = run === 0 ? Number.POSITIVE_INFINITY : random.whole(0, calls - 1)
      faultCode = random.pick(anyCode as [string, ...string[]])
      const about = `${faultCode} at call ${faultAt}`
      faults.arm(faultAt, faultCode)
      const begun = await work.begin().then(
        () => true,
        (refusal: unknown) => {
          if (!(refusal instanceof AppFailure)) throw refusal
          expect(refusal.error.code, about).not.toBe('internal')
          return false
        },
      )
      const isEnded = async () => found.length > 0 || (await work.state()) !== 'underWay'
      if (begun) await eventually(isEnded, { what: `a word after ${about}` })
      expect(found, about).toEqual([])
      if (run === 0) calls = faults.calls()
      met += Number(faults.disarm())
      if (begun) {
        if ((await work.state()) === 'waits') await work.goOn?.()
        await eventually(async () => (await work.state()) === 'over', { what: `the end after ${about}` })
        await work.check()
      }
      expect(found, about).toEqual([])
    }
    expect(met).toBeGreaterThan(0)
  },
)
