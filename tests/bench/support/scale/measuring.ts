import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { native } from '@shared/text/native'
import { longTaskMs } from '../../../../electron/core/taskWatch'
import { type BenchApp, namedElectron, startApp } from '../benchApp'
import type { Call } from './call'
import { type Cost, createProbe, type Probe } from './probe'
import { createWorld, type Plan, type World } from './world'

/** What one line of the list cost. */
export interface Measured {
  readonly name: string
  readonly cost: Cost
  /** The longest task, or what is known of it: milliseconds. */
  readonly longestMs: number
}

const tenAtATime = 10
const triesMaximum = 3

/** A profile that is filled, and what is done to it. */
export interface Visit {
  /** Told before each name. */
  readonly title: string
  readonly plan: Plan
  /** Options of the demo service; its slots are the connection's. */
  readonly demo: { readonly taskMs: number; readonly slots: number }
  readonly calls: (world: World) => readonly Call[]
  /** Also ten of each at a time. */
  readonly isWhole: boolean
  /** Milliseconds in which nothing is pressed, before the calls. */
  readonly idleMs: number
}

/** Fills a profile, starts the app on it, and measures every call of the list. */
export async function* costsOf(folder: string, visit: Visit): AsyncGenerator<Measured> {
  const { title, plan, demo, calls, isWhole, idleMs } = visit
  const begun = performance.now()
  const world = await createWorld(join(folder, 'profile'), { ...plan, slots: demo.slots })
  const written = performance.now() - begun
  const app = await startApp(namedElectron(), process.cwd(), {
    profile: world.profile,
    usable: { role: 'textbox', name: 'Prompt' },
    env: { CYANOTYPE_DEMO: JSON.stringify({ ...demo, side: 256 }) },
  })
  console.error(
    `${title}: written in ${Math.round(written)} ms, usable after ${Math.round(app.usableAt - app.startedAt)} ms`,
  )
  try {
    await answerDialogs(app, join(folder, 'out'))
    const probe = await createProbe(app)
    yield alone(`${title}: nothing pressed`, await probe.during(() => pause(idleMs)))
    for (const call of calls(world)) {
      yield await once(probe, call, `${title}: ${call.name}`)
      if (isWhole && !call.isOnce) {
        const cost = await call.run(probe, tenAtATime)
        yield {
          name: `${title}: ${call.name}, ${tenAtATime} at a time`,
          cost,
          longestMs: cost.tasks[0]?.ms ?? 0,
        }
      }
    }
  } finally {
    await app.electron.close()
  }
}

/** A single one: the loop's delay is that of its longest task. */
const alone = (name: string, cost: Cost): Measured => ({ name, cost, longestMs: cost.longestMs })

/** Other processes may have had both cores: a delay that no task explains is measured once more. */
async function once(probe: Probe, call: Call, name: string): Promise<Measured> {
  for (let tries = 1; ; tries++) {
    const measured = alone(name, await call.run(probe, 1))
    const { longestMs, cost } = measured
    const isExplained = (cost.tasks[0]?.ms ?? 0) > longTaskMs
    if (longestMs <= longTaskMs || isExplained || call.isOnce || tries === triesMaximum) return measured
  }
}

/** Native dialogs answer at once, with a folder only for an export, and nothing is opened outside the app. */
async function answerDialogs({ electron }: BenchApp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { title } = native.chooseFolder.export
  await electron.evaluate(
    ({ dialog, shell }, { out, title }) => {
      let saved = 0
      dialog.showOpenDialog = async (...given: unknown[]) => {
        const isExport = (given.at(-1) as { title?: string }).title === title
        return { canceled: !isExport, filePaths: isExport ? [out] : [] }
      }
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: `${out}/table-${saved++}.csv` })
      shell.showItemInFolder = () => {}
      shell.openPath = async () => ''
      shell.trashItem = (path) => process.getBuiltinModule('node:fs/promises').rm(path)
    },
    { out: folder, title },
  )
}
