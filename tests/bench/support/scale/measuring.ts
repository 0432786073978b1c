import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchApp, namedElectron, startApp } from '../benchApp'
import { type Call, largeCommands, readings, smallCommands } from './calls'
import { type Cost, createProbe } from './probe'
import { createWorld, usualPlan } from './world'

/** What one line of the list cost. */
export interface Measured {
  readonly name: string
  readonly times: number
  readonly cost: Cost
}

const tenAtATime = 10
const idleMs = 5_000

/** Fills a profile, starts the app on it while 8 tasks run, and measures every call of the list. */
export async function* costOfWorld(folder: string, rows: number): AsyncGenerator<Measured> {
  const begun = performance.now()
  const world = await createWorld(join(folder, 'profile'), usualPlan(rows))
  console.error(`${rows} rows written in ${Math.round(performance.now() - begun)} ms`)
  const app = await startApp(namedElectron(), process.cwd(), {
    profile: world.profile,
    usable: { role: 'textbox', name: 'Prompt' },
    env: { CYANOTYPE_DEMO: JSON.stringify({ taskMs: 3000, slots: 8, side: 256 }) },
  })
  console.error(`usable after ${Math.round(app.usableMs)} ms`)
  try {
    await answerDialogs(app, join(folder, 'out'))
    const probe = await createProbe(app)
    yield { name: 'nothing pressed, 8 tasks', times: 1, cost: await probe.idle(idleMs) }
    const calls: readonly Call[] = [...readings(world), ...smallCommands(world), ...largeCommands(world)]
    for (const call of calls)
      for (const times of call.isOnce ? [1] : [1, tenAtATime]) {
        const name = [call.route, call.of, times > 1 ? `${times} at a time` : ''].filter(Boolean).join(', ')
        yield { name, times, cost: await call.run(probe, times) }
      }
  } finally {
    await app.electron.close()
  }
}

/** Native dialogs answer at once, and nothing is opened outside the app. */
async function answerDialogs({ electron }: BenchApp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await electron.evaluate(({ dialog, shell }, out) => {
    const { join } = process.getBuiltinModule('node:path')
    dialog.showOpenDialog = async (...given: unknown[]) => {
      const options = given.at(-1) as { properties?: string[] }
      const isExport = options.properties?.includes('openDirectory') ?? false
      return { canceled: !isExport, filePaths: isExport ? [out] : [] }
    }
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: join(out, 'table.csv') })
    shell.showItemInFolder = () => {}
    shell.openPath = async () => ''
    shell.trashItem = (path) => process.getBuiltinModule('node:fs/promises').rm(path)
  }, folder)
}
