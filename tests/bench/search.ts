/**
 * What a search of 100,000 images costs the main process: the first 200 images and the exact count, for rare and common
 * words, for Chinese and Japanese words of one and two characters, and with filters. Each query is new to the gallery,
 * so nothing of it is kept. `--rows 10000`: of fewer images.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { newId } from '../../electron/core/ids'
import { createGallery, type Gallery } from '../../electron/core/library/gallery'
import { realClock } from '../support/fakeClock'
import { memoryLogger } from '../support/testPorts'
import { createReport, median } from './support/figure'
import { createWorld } from './support/scale/world'

const { rows: text } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } }).values
const rows = Number(text)
const repeats = 20
const places = ['灯台', '海', '山', '夜', '橋', '港', '森', '月']

const queries = {
  'a rare word': (n: number) => `${1000 + n * 37}`,
  'a common word': (n: number) =>
    `${['harbour', 'heron', 'quarry', 'noon', 'dusk'][n % 5]} ${n % 2 ? 'grain' : 'print'}`,
  'a word of all': () => 'exposure',
  'one CJK character': (n: number) => places[1 + (n % 7)] ?? '',
  'two CJK characters': (n: number) => `${places[n % 8]?.slice(0, 1)}と`,
  'a word and filters': (n: number) => `heron model:aurora size:<${100 + n} -ratio:16:9 after:2020`,
} as const

const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-bench-'))
const report = createReport()

/** Counts the time that is spent in the database. */
function timed(db: Database) {
  const spent = { ms: 0 }
  const time =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      const began = performance.now()
      try {
        return call(...args)
      } finally {
        spent.ms += performance.now() - began
      }
    }
  return { spent, db: { ...db, get: time(db.get), all: time(db.all), run: time(db.run) } as Database }
}

/** Images with Chinese and Japanese prompts, a tenth of the rows. */
function addImages({ rows: images }: Gallery, db: Database, count: number): void {
  db.transaction(() => {
    for (let n = 0; n < count; n++) {
      const prompt = `${places[n % 8]}と${places[(n * 3 + 1) % 8]}の絵 ${n}`
      const id = newId(Date.now())
      images.insert(
        {
          ...{ id, jobId: id, index: 0, of: 1, width: 1024, height: 768, format: 'png', bytes: 1 },
          ...{
            sha256: '',
            decoded: true,
            placeholder: null,
            revisedPrompt: null,
            connectionId: 'c',
            connectionName: 'Studio',
          },
          asked: { model: 'sketch-1', prompt, mode: 'direct' },
          ...{ taskId: null, tookMs: null, createdAt: Date.now() },
        },
        'f.png',
      )
    }
  })
}

/** The longest that nothing else had a turn while this ran, in milliseconds. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  let last = performance.now()
  const watching = (async () => {
    while (!isOver) {
      await nextTurn()
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  await work()
  isOver = true
  await watching
  return longest
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

try {
  const profile = join(scratch, 'profile')
  await createWorld(profile, { images: rows, groups: [], feed: 0, slots: 8 })
  const opened = openDatabase({
    path: join(profile, 'cyanotype.db'),
    migrations,
    clock: realClock,
    logger: memoryLogger(),
  })
  const { spent, db } = timed(opened.db)
  const open = () => createGallery({ db, clock: realClock, revision: () => 0 })
  const first = open()
  addImages(first, db, rows / 10)
  const catching = performance.now()
  const stop = await longestStop(() => first.catchUp())
  const tookMs = performance.now() - catching
  report.add({ name: 'search: index of short words made', value: tookMs / 1000, unit: 's', target: null })
  report.add({ name: 'search: longest stop meanwhile', value: stop, unit: 'ms', target: 50 })

  for (const [name, queryOf] of Object.entries(queries)) {
    const [inDatabase, all, stops]: [number[], number[], number[]] = [[], [], []]
    let found = 0
    for (let n = 0; n < repeats; n++) {
      const gallery = open()
      // What the window has read before anything is searched for.
      await gallery.lists.outline({ text: '' })
      await gallery.lists.outline({ text: 'size:>1' })
      const query = { text: queryOf(n) }
      spent.ms = 0
      const began = performance.now()
      stops.push(
        await longestStop(async () => {
          const [outline] = await Promise.all([
            gallery.lists.outline(query),
            gallery.lists.page(query, 0, 200),
          ])
          found = outline.total
        }),
      )
      all.push(performance.now() - began)
      inDatabase.push(spent.ms)
      gallery.stop()
    }
    console.error(`  ${name}: ${found} found, in all ${Math.round(median(all))} ms (median)`)
    report.add({
      name: `search: ${name}, in the database, p95`,
      value: p95(inDatabase),
      unit: 'ms',
      target: null,
    })
    report.add({
      name: `search: ${name}, first 200 and count, p95`,
      value: p95(all),
      unit: 'ms',
      target: 100,
    })
    report.add({ name: `search: ${name}, longest stop`, value: Math.max(...stops), unit: 'ms', target: 50 })
  }
  opened.db.close()
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
