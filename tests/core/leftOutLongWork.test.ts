import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import type { Clock } from '../../electron/core/ports'
import type { Piece } from '../../electron/core/startRecord'
import type { Call } from '../support/call'
import { eventually } from '../support/eventually'
import { createFakeClock, fastClock, realClock } from '../support/fakeClock'
import { fallTwice } from '../support/fallenStarts'
import { startCore } from '../support/runningCore'
import { memoryLogger } from '../support/testPorts'
import { pngWith } from '../support/toldImages'
import { planOf, recipeFor, setUp } from './export/exportHarness'

const minute = 60_000

type Given = Awaited<ReturnType<typeof setUp>>

/** Two starts end at some work of a profile, which the database then names; the third has this clock. */
async function thirdStart(given: Given, pieceIn: (db: Database) => Piece, clock: Clock) {
  await given.core.stop()
  const profile = join(given.root, 'profile')
  const path = join(profile, 'cyanotype.db')
  const { db } = openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() })
  const { kind, id } = pieceIn(db)
  db.close()
  fallTwice(profile, [kind, id])
  const { call } = await startCore(given.root, { clock })
  const notice = async () => (await call('app.snapshot', null)).notices.find(({ id }) => id === 'start')
  expect(await notice()).toMatchObject({ error: { code: 'startLeftOut', params: { work: kind } } })
  return { call, notice }
}

const idIn = (db: Database, table: string): string =>
  String(db.get<{ id: string | number }>(`SELECT id FROM ${table}`)?.id)

const isSkipped = async (problem: () => Promise<{ readonly code: string } | null | undefined>) =>
  eventually(async () => (await problem())?.code === 'startLeftOut', { what: 'why it waits' })

async function pausedExport(given: Given): Promise<void> {
  const recipe = await recipeFor(given, given.folder)
  const { plan } = await planOf(given.call, recipe, given.ids)
  await given.call('exports.begin', { plans: [plan] })
  await given.call('exports.act', { action: 'pause' })
}

function resumedExport(db: Database): Piece {
  db.run("UPDATE exports SET state = 'running', paused = 0, written = 0")
  db.run("UPDATE export_files SET state = 'waiting'")
  return { kind: 'export', id: idIn(db, 'exports') }
}

const exportOf = async (call: Call) => call('exports.current', null)
const exportProblem = (call: Call) => async () => {
  const run = await exportOf(call)
  return run?.stage === 'running' ? run.problem : null
}

test('an export at which starts ended says so, and goes on after a while', async () => {
  const given = await setUp()
  await pausedExport(given)
  const clock = createFakeClock(Date.now())
  const { call, notice } = await thirdStart(given, resumedExport, clock)
  await isSkipped(exportProblem(call))
  clock.advance(minute)
  await eventually(async () => (await exportOf(call))?.stage === 'ended', { what: 'the end of the export' })
  expect(await notice()).toBeUndefined()
  expect(await readdir(given.folder)).toEqual(expect.arrayContaining(['boat.png', 'harbour.png', 'ship.png']))
})

test('such an export goes on at once if the user resumes it', async () => {
  const given = await setUp()
  await pausedExport(given)
  const { call, notice } = await thirdStart(given, resumedExport, createFakeClock(Date.now()))
  await isSkipped(exportProblem(call))
  await call('exports.act', { action: 'resume' })
  await eventually(async () => (await exportOf(call))?.stage === 'ended', { what: 'the end of the export' })
  expect(await notice()).toBeUndefined()
})

test('an import at which starts ended says so, and goes on after a while', async () => {
  const given = await setUp()
  const { call: before, root, ports } = given
  const library = join(root, 'library/.cyanotype')
  const state = async (call: Call) => call('bringing.current', null)
  await before('bringing.dismiss', null)
  const path = join(root, 'other.png')
  await writeFile(path, await pngWith([], { width: 99 }))
  ports.chosenImages = [path]
  await before('bringing.choose', { what: 'files' })
  await eventually(async () => (await state(before))?.stage === 'looked')
  await rename(library, `${library} away`)
  await before('bringing.start', { leaves: false })
  await eventually(async () => {
    const run = await state(before)
    return run?.stage === 'running' && run.problem !== null
  })
  const pieceIn = (db: Database): Piece => ({ kind: 'import', id: idIn(db, 'bringing') })
  // It needs limits that are real.
  const { call, notice } = await thirdStart(given, pieceIn, fastClock({ speed: 10 }))
  await rename(`${library} away`, library)
  await isSkipped(async () => {
    const run = await state(call)
    return run?.stage === 'running' ? run.problem : null
  })
  await eventually(async () => (await state(call))?.stage === 'ended', { what: 'the end of the import' })
  expect(await notice()).toBeUndefined()
})

test('a move at which starts ended says so, and goes on after a while', async () => {
  const given = await setUp()
  const { call: before, root, ports } = given
  const target = join(root, 'target')
  await mkdir(target)
  ports.chosenFolder = target
  const plan = await before('library.planMove', null)
  await before('library.move', { plan: plan?.plan ?? 0 })
  await before('library.actOnMove', { action: 'pause' })
  const moveOf = async (call: Call) => (await call('app.snapshot', null)).move
  const clock = createFakeClock(Date.now())
  const { call, notice } = await thirdStart(given, pieceIn, clock)
  function pieceIn(db: Database): Piece {
    db.run("UPDATE library_moves SET paused = 0, step = 'copying'")
    return { kind: 'move', id: idIn(db, 'library_moves') }
  }
  await isSkipped(async () => (await moveOf(call))?.problem)
  clock.advance(minute)
  await eventually(async () => (await moveOf(call))?.step === 'done', { what: 'the end of the move' })
  expect(await notice()).toBeUndefined()
})

test('a check of the library at which starts ended is made after a while', async () => {
  const given = await setUp()
  const clock = createFakeClock(Date.now())
  const { call, notice } = await thirdStart(given, () => ({ kind: 'check', id: '' }), clock)
  const upkeep = async () => (await call('app.snapshot', null)).upkeep
  clock.advance(minute)
  await eventually(async () => (await upkeep()).last !== null, { what: 'a check' })
  expect(await notice()).toBeUndefined()
})
