import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../../../electron/core/db/database'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import { createGallery } from '../../../../electron/core/library/gallery'
import { realClock } from '../../../support/fakeClock'
import { memoryLogger } from '../../../support/testPorts'
import { type Figure, median, percentile } from '../figure'
import { queries } from './queries'

const repeats = 20
/** What the window asks for first. */
const firstRows = 200

/**
 * Tells how many milliseconds the main thread has worked since: no longer than the clock says, and no longer than all
 * threads of the process. Alone, the clock counts time without a core, which belongs to whatever else the machine does,
 * and the process what other threads do beside it. The database's file is in memory by then, so that nothing waits for
 * the disk.
 */
function stopwatch(): () => number {
  const began = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min(performance.now() - began, (user + system) / 1000)
  }
}

/** Adds up the time that is spent in the database, and counts the statements. */
function timed(db: Database) {
  const spent = { ms: 0, statements: 0 }
  const time =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      const elapsed = stopwatch()
      try {
        return call(...args)
      } finally {
        spent.ms += elapsed()
        spent.statements += 1
      }
    }
  return { spent, db: { ...db, get: time(db.get), all: time(db.all), run: time(db.run) } as Database }
}

/** The longest work between two turns of everything else while this ran, in milliseconds. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  let elapsed = stopwatch()
  const watching = (async () => {
    while (!isOver) {
      await nextTurn()
      longest = Math.max(longest, elapsed())
      elapsed = stopwatch()
    }
  })()
  await work()
  isOver = true
  await watching
  return longest
}

/** The first 200 images in the database, and the exact count in slices. */
export async function searchDatabase(profile: string, add: (figure: Figure) => void): Promise<void> {
  const path = join(profile, 'cyanotype.db')
  const opened = openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() })
  const { spent, db } = timed(opened.db)

  /** A gallery that has read what the app reads at its start, and nothing of any search. */
  async function openGallery() {
    const gallery = createGallery({ db, clock: realClock, revision: () => 0 })
    await gallery.lists.outline({ text: '' })
    await gallery.warmUp()
    spent.ms = 0
    spent.statements = 0
    return gallery
  }

  for (const [name, texts] of Object.entries(queries)) {
    const first: number[] = []
    const count: number[] = []
    const stops: number[] = []
    const statements: number[] = []
    let found = 0
    for (let n = 0; n < repeats; n++) {
      const text = texts[n % texts.length] ?? ''
      const paging = await openGallery()
      await paging.lists.page({ text }, 0, firstRows)
      first.push(spent.ms)
      statements.push(spent.statements)
      paging.stop()

      const counting = await openGallery()
      const elapsed = stopwatch()
      stops.push(
        await longestStop(async () => {
          found = (await counting.lists.outline({ text })).total
        }),
      )
      count.push(elapsed())
      counting.stop()
    }
    const tell = (what: string, value: number, unit: string, target: number | null) =>
      add({ name: `search: ${name}, ${what}`, value, unit, target })
    tell('found', found, 'images', null)
    tell(`first ${firstRows}, in the database, p95`, percentile(first, 0.95), 'ms', 10)
    tell(`first ${firstRows}, in the database, median`, median(first), 'ms', null)
    tell(`first ${firstRows}, statements`, Math.max(...statements), 'statements', null)
    tell('exact count, main process, median', median(count), 'ms', null)
    tell('exact count, longest slice', percentile(stops, 0.95), 'ms', 50)
  }
  opened.db.close()
}
