import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BulkWork } from '../../../electron/core/bulk/bulk'
import { createBulk } from '../../../electron/core/bulk/createBulk'
import { createChanges } from '../../../electron/core/changes'
import type { Clock } from '../../../electron/core/ports'
import { createTurnShare, type TurnShare } from '../../../electron/core/turnShare'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'
import { testGuard } from '../../support/testGuard'
import { memoryLogger } from '../../support/testPorts'

const paramsSchema = z.object({ after: z.number(), until: z.number() })
type Params = z.infer<typeof paramsSchema>

/** One run of the app on a file. Its only kind of command writes the numbers after one number until another. */
function openRun(
  path: string,
  {
    clock = realClock,
    share = createTurnShare({ clock: realClock }),
    ...options
  }: Partial<BulkWork<Params>> & { readonly clock?: Clock; readonly share?: TurnShare } = {},
) {
  const db = testDatabase(path)
  const logger = memoryLogger()
  db.run('CREATE TABLE IF NOT EXISTS written (number INTEGER, command TEXT)')
  const guard = testGuard()
  let dropped = 0
  const onDropped = () => {
    dropped += 1
  }
  const changes = createChanges(guard)
  const bulk = createBulk({ db, clock, guard, logger, changes, share, onDropped })
  const committed: number[] = []
  const write = (name: string) =>
    bulk.register<Params>({
      kind: name,
      params: paramsSchema,
      step({ after, until }, rows) {
        const last = Math.min(until, after + rows)
        for (let number = after + 1; number <= last; number++)
          db.run('INSERT INTO written VALUES (:number, :name)', { number, name })
        return {
          done: last - after,
          next: last < until ? { after: last, until } : null,
          committed: () => committed.push(last),
        }
      },
      ...options,
    })
  return {
    db,
    bulk,
    logger,
    committed,
    dropped: () => dropped,
    write: write('write'),
    writeToo: write('writeToo'),
    written: () => db.all<{ number: number }>('SELECT number FROM written').map(({ number }) => number),
    stored: () => db.all('SELECT * FROM bulk_commands'),
  }
}

const upTo = (until: number, subject: string | null = null) => ({
  params: { after: 0, until },
  total: until,
  subject,
})
const numbers = (until: number) => Array.from({ length: until }, (_, at) => at + 1)
const newPath = () => join(temporaryFolder(), 'cyanotype.db')

describe('a command on many rows', () => {
  test('that is short is done at once, and leaves nothing behind', async () => {
    const { write, written, stored, committed } = openRun(newPath())
    const done = write(upTo(20))
    expect(written()).toEqual(numbers(20))
    expect(stored()).toEqual([])
    expect(committed).toEqual([20])
    expect(await done).toBe(20)
  })

  test('that is long is written down with its first part, and finished in turns', async () => {
    const { bulk, write, written, stored } = openRun(newPath())
    const done = write(upTo(5_000))
    expect(written().length).toBeLessThan(2_000)
    expect(stored()).toMatchObject([{ kind: 'write', done: written().length, total: 5_000 }])
    expect(bulk.unfinished()).toMatchObject([{ kind: 'write', done: written().length }])
    expect(await done).toBe(5_000)
    expect(written()).toEqual(numbers(5_000))
    expect(stored()).toEqual([])
    expect(bulk.unfinished()).toEqual([])
  })

  test('takes more and more rows in the steps of a turn, as long as they are quick', async () => {
    let now = 0
    const sizes: number[] = []
    const { write } = openRun(newPath(), {
      clock: { ...realClock, monotonic: () => now },
      step({ after, until }, rows) {
        sizes.push(rows)
        now += rows / 60
        return { done: rows, next: after + rows < until ? { after: after + rows, until } : null }
      },
    })
    await write(upTo(300))
    expect(sizes).toEqual([25, 50, 100, 25, 50, 100])
  })

  test('waits for its share of a turn of the loop', async () => {
    const waiting: (() => void)[] = []
    const turn = () => new Promise<void>((begin) => waiting.push(begin))
    const { write, written, bulk } = openRun(newPath(), { share: { turn } })
    const done = write(upTo(5_000))
    const first = written()
    for (let of = 0; of < 3; of++) await nextTurn()
    expect(written()).toEqual(first)
    waiting.shift()?.()
    await nextTurn()
    expect(written().length).toBeGreaterThan(first.length)
    bulk.stop()
    await done
  })

  test('goes on at the next start, and does nothing twice', async () => {
    const path = newPath()
    const first = openRun(path)
    const cut = first.write(upTo(3_000))
    const before = first.written().length
    first.bulk.stop()
    expect(await cut).toBe(before)
    first.db.close()

    const second = openRun(path)
    expect(second.written()).toHaveLength(before)
    second.bulk.start()
    await eventually(() => second.stored().length === 0, { what: 'the end of the command' })
    expect(second.written()).toEqual(numbers(3_000))
  })

  test('of an earlier run that must be given again is dropped', async () => {
    const path = newPath()
    const first = openRun(path)
    void first.write(upTo(3_000)).catch(() => {})
    first.bulk.stop()
    const before = first.written()
    first.db.close()

    const second = openRun(path, { mayGoOn: ({ total }) => total < 3_000 })
    second.bulk.review()
    expect(second.stored()).toEqual([])
    expect(second.bulk.unfinished()).toEqual([])
    expect(second.written()).toEqual(before)
    expect(second.dropped()).toBe(0)
  })

  test('waits for those about the same subject, and not for others', async () => {
    const { bulk, write, writeToo, db } = openRun(newPath())
    const long = write(upTo(5_000, 'one'))
    const same = writeToo(upTo(10, 'one'))
    const other = writeToo(upTo(20, 'two'))
    const byOther = () =>
      db.get<{ count: number }>("SELECT count(*) AS count FROM written WHERE command = 'writeToo'")?.count
    expect(byOther()).toBe(20)
    expect(await other).toBe(20)
    expect(bulk.unfinished()).toMatchObject([{ subject: 'one' }, { subject: 'one', done: 0 }])
    await long
    expect(await same).toBe(10)
    expect(byOther()).toBe(30)
  })

  test('is finished whatever becomes of what follows it, and so are the others', async () => {
    const { write, writeToo, stored, written } = openRun(newPath(), {
      step: ({ after, until }) => ({
        done: 1,
        next: after + 1 < until ? { after: after + 1, until } : null,
        committed() {
          throw new AppFailure(appError('internal'))
        },
      }),
    })
    expect(await Promise.all([write(upTo(60)), writeToo(upTo(90))])).toEqual([60, 90])
    expect(stored()).toEqual([])
    expect(written()).toEqual([])
  })

  test('that nobody can read any more is given up at the start, and told', () => {
    const path = newPath()
    const first = openRun(path)
    first.db.run(
      `INSERT INTO bulk_commands (kind, params_json, done, total, begun_at) VALUES ('write', '{}', 0, 1, 0), ('gone', '{}', 0, 1, 0)`,
    )
    first.db.close()
    const second = openRun(path)
    second.bulk.review()
    expect(second.stored()).toEqual([])
    expect(second.dropped()).toBe(2)
  })

  test('that fails in its first part is refused with nothing done', async () => {
    const { write, stored, written } = openRun(newPath(), {
      step: () => {
        throw new Error('no')
      },
    })
    await expect(write(upTo(10))).rejects.toThrow('no')
    expect(written()).toEqual([])
    expect(stored()).toEqual([])
  })

  test('that fails later is dropped, so that it ends no start', async () => {
    const { bulk, write, writeToo, stored, logger, dropped } = openRun(newPath(), {
      step: ({ after, until }) => {
        if (after >= 50) throw new Error('no')
        return { done: 1, next: { after: after + 1, until } }
      },
    })
    await expect(write(upTo(100))).rejects.toThrow('no')
    expect(stored()).toEqual([])
    expect(bulk.unfinished()).toEqual([])
    expect(logger.lines.map(({ event }) => event)).toContain('bulk.dropped')
    expect(dropped()).toBe(1)
    await expect(writeToo(upTo(100))).rejects.toThrow('no')
  })

  test('joins its mark to the first part: both or neither', async () => {
    const { write, written, db } = openRun(newPath())
    const mark = () => db.run("INSERT INTO written VALUES (0, 'mark')")
    await write(upTo(2), mark)
    expect(written()).toEqual([0, 1, 2])
    const refused = write(upTo(2), () => {
      mark()
      throw new Error('not now')
    })
    await expect(refused).rejects.toThrow('not now')
    expect(written()).toEqual([0, 1, 2])
  })

  test('ends an earlier one in its mark, or changes what is left of it', async () => {
    const { write, writeToo, stored, written, db } = openRun(newPath())
    const shortened = write(upTo(5_000))
    const ended = write(upTo(5_000))
    const before = written().length
    const changes: readonly unknown[] = [{ after: 4_990, until: 5_000 }, null]
    let at = 0
    const last = writeToo(upTo(3_000), (amend) => amend('write', () => changes[at++]))
    expect(stored()).toMatchObject([{ kind: 'write' }, { kind: 'writeToo' }])
    const done = (await shortened) + (await ended)
    expect(done).toBe(before + 10)
    expect(await last).toBe(3_000)
    const writtenBy = (command: string) =>
      db.all<{ number: number }>('SELECT number FROM written WHERE command = :command ORDER BY number', {
        command,
      })
    expect(writtenBy('writeToo').map(({ number }) => number)).toEqual(numbers(3_000))
    expect(writtenBy('write').slice(-1)).toEqual([{ number: 5_000 }])
  })

  test('leaves an earlier one as it is if its first part fails', async () => {
    const { write, written, stored } = openRun(newPath())
    const first = write(upTo(2_000))
    const refused = write(upTo(2), (amend) => {
      amend('write', () => null)
      throw new Error('not now')
    })
    await expect(refused).rejects.toThrow('not now')
    expect(await first).toBe(2_000)
    expect(written()).toEqual(numbers(2_000))
    expect(stored()).toEqual([])
  })
})
