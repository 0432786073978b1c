/**
 * How long until the window is usable, beside an empty Electron window in the same run, until the pictures in view are
 * there, and how much memory each process takes: idle, and with a library of 100,000 images.
 *
 * Arguments: `--rows 1000`: a smaller library; `--runs 3`: starts of each, by default 10.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type BenchApp, namedElectron, startApp } from './support/benchApp'
import { createReport, median } from './support/figure'
import { runFolder } from './support/gallery/scratch'
import { copySeededLibrary } from './support/gallery/seededLibrary'
import { processMemory } from './support/processMemory'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, runs: { type: 'string', default: '10' } },
})
const count = z.coerce.number().int().min(1)
const { rows, runs } = z.object({ rows: count, runs: count }).parse(values)

const executable = namedElectron()
const projectRoot = process.cwd()
const scratch = await runFolder()
const profile = (name: string) => join(scratch, name)
const report = createReport()

const empty = {
  app: join(projectRoot, 'tests/bench/emptyApp'),
  usable: { role: 'button', name: 'Usable' },
} as const
const firstRun = { app: projectRoot, usable: { role: 'button', name: 'Try the demo service' } } as const
const filled = { app: projectRoot, usable: { role: 'textbox', name: 'Prompt' } } as const

const start = (subject: typeof empty | typeof firstRun | typeof filled, folder: string): Promise<BenchApp> =>
  startApp(executable, subject.app, { usable: subject.usable, profile: folder })

async function timeStart(subject: typeof empty | typeof firstRun, folder: string): Promise<number> {
  const { electron, startedAt, usableAt } = await start(subject, folder)
  await electron.close()
  return usableAt - startedAt
}

/** Until it is usable, and from then until every tile in view shows its picture. */
async function timeFilled(): Promise<{ readonly usableMs: number; readonly tilesMs: number }> {
  const { electron, page, startedAt, usableAt } = await start(filled, profile('filled'))
  const tilesMs = (await picturesInView(page)) - usableAt
  await electron.close()
  return { usableMs: usableAt - startedAt, tilesMs }
}

/** When they were there: milliseconds since 1970. */
async function picturesInView(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => {
    const view = document.querySelector('[role=listbox][aria-label=Images]')?.parentElement
    if (!view) return false
    const { top, bottom } = view.getBoundingClientRect()
    const tiles = [...view.querySelectorAll('[role=option]')].filter((tile) => {
      const box = tile.getBoundingClientRect()
      return box.bottom > top && box.top < bottom
    })
    const isThere =
      tiles.length > 0 && tiles.every((tile) => tile.querySelector('[data-shows=picture]') !== null)
    return isThere && performance.timeOrigin + performance.now()
  })
  return z.number().parse(await at.jsonValue())
}

async function reportMemory(subject: typeof firstRun | typeof filled, folder: string, when: string) {
  const { electron, page } = await start(subject, folder)
  if (subject === filled) await picturesInView(page)
  for (const [kind, value] of await processMemory(electron))
    report.add({ name: `memory ${when}: ${kind}`, value, unit: 'MiB', target: null })
  await electron.close()
}

try {
  await copySeededLibrary(rows, profile('filled'))
  await timeFilled()
  const times: Record<'empty' | 'firstRun' | 'filled' | 'killed' | 'tiles', number[]> = {
    ...{ empty: [], firstRun: [], filled: [], killed: [], tiles: [] },
  }
  for (let run = 0; run < runs; run++) {
    times.empty.push(await timeStart(empty, profile(`empty-${run}`)))
    times.firstRun.push(await timeStart(firstRun, profile(`first-${run}`)))
    const { usableMs, tilesMs } = await timeFilled()
    times.filled.push(usableMs)
    times.tiles.push(tilesMs)
    // As a kill leaves it: the database is read whole.
    await rm(join(profile('filled'), 'cyanotype.db-sealed'))
    times.killed.push((await timeFilled()).usableMs)
  }
  const images = `${rows} images`
  const base = median(times.empty)
  const tell = (name: string, value: number, unit: string, target: number | null = null) =>
    report.add({ name: `start: ${name}`, value, unit, target })
  tell('empty window', base, 'ms')
  tell('first run', median(times.firstRun), 'ms')
  tell(images, median(times.filled), 'ms')
  tell('first run / empty window', median(times.firstRun) / base, 'ratio', 1.6)
  tell(`${images} / empty window`, median(times.filled) / base, 'ratio', 1.6)
  tell(`${images}, after a kill / empty window`, median(times.killed) / base, 'ratio')
  tell(`${images}, pictures in view after it is usable`, median(times.tiles), 'ms', 300)
  await reportMemory(firstRun, profile('idle'), 'idle')
  await reportMemory(filled, profile('filled'), `with ${images}`)
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
