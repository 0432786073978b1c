/**
 * How the library keeps up at 100,000 images in the real app: looking through their files, finding 1,000 that were
 * moved, flagging, starring and collecting 10,000 at once, and rebuilding all rows after the database was lost.
 * Each beside the bare reads of the same files and rows (stat, hash, insert) in the same run, and with the longest task
 * of the main process.
 *
 * Arguments: `--rows 10000`: a smaller library; `--only look,relink`: some of the parts.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { longTaskMs } from '../../electron/core/taskWatch'
import { eventually } from '../support/eventually'
import { type BenchApp, namedElectron, startApp } from './support/benchApp'
import { createReport } from './support/figure'
import { runFolder } from './support/gallery/scratch'
import { createBare } from './support/library/bare'
import type { LibraryPart } from './support/library/libraryPart'
import { createEmptyWorld, createLibraryWorld, type LibraryWorld } from './support/library/libraryWorld'
import { collect, flag, star } from './support/library/markParts'
import { look, rebuild, relink } from './support/library/upkeepParts'
import { stopLines, taskLines } from './support/scale/longTasks'
import { createProbe, type Probe } from './support/scale/probe'

/** In the order in which they run. The last one has an app of its own. */
const parts = { look, relink, flag, star, collect, rebuild } satisfies Readonly<Record<string, LibraryPart>>
const names = Object.keys(parts) as (keyof typeof parts)[]
/** How many times as long as the bare reads a part may take. */
const ratio = 3

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, only: { type: 'string', default: names.join() } },
})
const rows = z.coerce.number().int().min(1000).parse(values.rows)
const only = z.array(z.enum(names)).parse(values.only.split(','))

const report = createReport()
const scratch = await runFolder()

/** Once what the start has to do with the library is over. */
async function startTidy(profile: string): Promise<{ readonly app: BenchApp; readonly probe: Probe }> {
  const app = await startApp(namedElectron(), process.cwd(), {
    profile,
    usable: { role: 'textbox', name: 'Prompt' },
  })
  const log = join(profile, 'logs', 'main.log')
  await eventually(async () => (await readFile(log, 'utf8')).includes('library.folderTidied'), {
    what: 'a tidy library',
    timeoutMs: 300_000,
  })
  return { app, probe: await createProbe(app) }
}

async function measure(
  part: LibraryPart,
  world: LibraryWorld,
  { app, probe, bareMs }: { readonly app: BenchApp; readonly probe: Probe; readonly bareMs: number },
): Promise<void> {
  const cost = await probe.during(() => part.run(world, app, probe))
  const after = await probe.during(async () => part.follow?.(world))
  const name = `library: ${part.name}`
  const longestMs = Math.max(cost.longestMs, after.longestMs)
  report.add({ name: `${name}, bare`, value: bareMs, unit: 'ms', target: null })
  report.add({ name, value: cost.ms, unit: 'ms', target: null })
  report.add({ name: `${name} / bare`, value: cost.ms / bareMs, unit: 'ratio', target: ratio })
  report.add({ name: `${name}, longest task`, value: longestMs, unit: 'ms', target: longTaskMs })
  const lines = [...stopLines([...cost.stops, ...after.stops]), ...taskLines([...cost.tasks, ...after.tasks])]
  for (const line of lines) console.error(`  ${line}`)
}

try {
  const begun = performance.now()
  const world = await createLibraryWorld(join(scratch, 'profile'), rows)
  console.error(`A library of ${rows} images was made in ${Math.round((performance.now() - begun) / 1000)} s`)
  const bare = createBare(world)
  // Before any file is moved.
  const rebuildMs = only.includes('rebuild') ? await rebuild.bare(world, bare) : 0
  const first = await startTidy(world.profile)
  for (const key of names.filter((one) => one !== 'rebuild' && only.includes(one))) {
    const part: LibraryPart = parts[key]
    const bareMs = await part.bare(world, bare)
    await part.prepare?.(world)
    await measure(part, world, { ...first, bareMs })
  }
  await first.app.electron.close()
  if (only.includes('rebuild')) {
    const { world: emptied, fill } = await createEmptyWorld(join(scratch, 'emptied'), world)
    const second = await startTidy(emptied.profile)
    fill()
    await measure(rebuild, emptied, { ...second, bareMs: rebuildMs })
    await second.app.electron.close()
  }
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
