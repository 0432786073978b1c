import type { AppError } from '@shared/errors'
import type { Hold } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { createChanges } from '../../electron/core/changes'
import { createLeftOutWork } from '../../electron/core/ipc/leftOutWork'
import { createNotices } from '../../electron/core/notices'
import { createStartRecord, type Piece } from '../../electron/core/startRecord'
import { createFakeClock } from '../support/fakeClock'
import { fallTwice } from '../support/fallenStarts'
import { coreOptions } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { testDatabase } from '../support/testDatabase'
import { testGuard } from '../support/testGuard'
import { memoryLogger } from '../support/testPorts'

const minute = 60_000
const turnMs = 5_000

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

/** A start of a profile whose work is only noted. `ends`: which of it ends at once, and not only with the app. */
function start(profile: string, ends: (piece: Piece) => boolean = () => true) {
  const clock = createFakeClock()
  const guard = testGuard(clock)
  const changes = createChanges(guard)
  const notices = createNotices(changes)
  const starts = createStartRecord({
    profile,
    version: coreOptions.app.version,
    clock,
    logger: memoryLogger(),
  })
  const took: string[] = []
  const sends: (string | null)[] = []
  let hold: Hold | null = null
  const takeUp = (piece: Piece) => {
    took.push(`${piece.kind} ${piece.id}`)
    const end = starts.begin(piece.kind, piece.id)
    if (ends(piece)) end()
  }
  const connection = () => ({ id: 'studio', hold })
  const connections = {
    find: connection,
    list: () => [connection()],
    hold(_id: string, error: AppError, { polls }: Pick<Hold, 'polls'>) {
      hold = { error, since: 0, polls }
    },
  }
  const leftOut = createLeftOutWork({
    ...{ starts, db: testDatabase(), changes, notices, connections, guard, clock: guard.clock },
    queue: {
      holdSends: (_by, error) => void sends.push(error?.code ?? null),
      resumeConnection(id) {
        hold = null
        sends.push(id)
      },
    },
    takesUp: {
      ...{ answer: takeUp, poll: takeUp, download: takeUp, file: takeUp, deletion: takeUp, table: takeUp },
      ...{ batch: takeUp, export: takeUp, move: takeUp, import: takeUp, check: takeUp },
    },
    startModules: async () => void took.push('start'),
  })
  async function pass(ms: number): Promise<void> {
    clock.advance(ms)
    await settled()
  }
  async function begin(): Promise<void> {
    await leftOut.start()
    await settled()
  }
  const told = () => notices.list().map(({ error }) => error.code)
  return { begin, leftOut, starts, took, sends, told, pass, held: () => hold?.error.code ?? null }
}

const fell = (...pieces: readonly (readonly [kind: Piece['kind'], id: string])[]) => {
  const profile = temporaryFolder()
  fallTwice(profile, ...pieces)
  return profile
}

test('what two starts ended at is retried once the app has run for a minute, one piece after the other', async () => {
  const profile = fell(['poll', 'a'], ['download', 'b'], ['export', 'c'])
  const { begin, took, told, pass } = start(profile, ({ kind }) => kind !== 'poll')
  await begin()
  expect(took).toEqual(['start'])
  expect(told()).toEqual(['startLeftOut'])
  await pass(minute - 1)
  expect(took).toEqual(['start'])
  await pass(1)
  expect(took).toEqual(['start', 'poll a'])
  await pass(turnMs)
  expect(took).toEqual(['start', 'poll a', 'download b', 'export c'])
  expect(told()).toEqual([])
})

test('each retry at which the app ends once more is waited for twice as long', async () => {
  const profile = fell(['poll', 'a'])
  for (const minutes of [1, 2, 4]) {
    const { begin, took, pass } = start(profile, () => false)
    await begin()
    await pass(minutes * minute - 1)
    expect(took).toEqual(['start'])
    await pass(1)
    expect(took).toEqual(['start', 'poll a'])
  }
})

test('a start that is left out as a whole is retried first, and sends nothing until the user says so', async () => {
  const profile = fell(['start', ''], ['poll', 'a'])
  fallTwice(profile, ['start', ''])
  const { begin, leftOut, starts, took, sends, told, pass } = start(profile)
  await begin()
  expect(starts.isLeftOut('start', '')).toBe(true)
  expect([took, sends, told()]).toEqual([[], ['startHeld'], ['startHeld']])
  await pass(minute)
  expect(took).toEqual(['start'])
  await pass(turnMs)
  expect(took).toEqual(['start', 'poll a'])
  expect([sends, told()]).toEqual([['startHeld'], ['startHeld']])

  leftOut.takeUpAll()
  expect([sends, told()]).toEqual([['startHeld', null], []])
  expect(starts.leftOut()).toEqual([])
})

test('one press takes up all of it, without the wait', async () => {
  const profile = fell(['poll', 'a'], ['poll', 'b'], ['send', 'studio'], ['check', ''])
  const { begin, leftOut, took, sends, told, held } = start(profile)
  await begin()
  expect(held()).toBe('startSendsHeld')
  expect(told()).toEqual(['startHeld'])
  leftOut.takeUpAll()
  await settled()
  expect(took).toEqual(['start', 'poll a', 'poll b', 'check '])
  expect(sends).toEqual([null, 'studio'])
  expect([held(), told()]).toEqual([null, []])
})

test('of one connection that is held, only that says so', async () => {
  const { begin, told, held } = start(fell(['send', 'studio']))
  await begin()
  expect([held(), told()]).toEqual(['startSendsHeld', []])
})

test('nothing is retried once the app ends', async () => {
  const { begin, leftOut, took, pass } = start(fell(['poll', 'a']))
  await begin()
  leftOut.stop()
  await pass(minute)
  expect(took).toEqual(['start'])
})
