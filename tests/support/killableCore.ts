import { builtEntries } from './builtEntry'
import type { ForkedCore } from './coreFork'
import type { CoreProgram } from './coreProgram'
import { heldReader } from './heldReader'
import { forkTestedCore } from './testedCore'

const startedAt = Date.now()

/**
 * Starts the program of `coreProcess.ts` on a folder; resolves once its core runs. Killed with the test. `speed`: how
 * many times faster the core's own waits pass.
 */
export async function startKillableCore(
  program: CoreProgram,
  folder: string,
  {
    speed = 1,
    images = [],
    chosen,
    plans,
    isReaderHeld = false,
    ...demo
  }: {
    readonly taskMs: number
    readonly slots: number
    readonly speed?: number
    /** What the dialog for images answers. */
    readonly images?: readonly string[]
    /** What the dialog for folders answers. */
    readonly chosen?: string
    /** How often each table's process says what to queue (`stuckPlans.ts`); default always. */
    readonly plans?: number
    /** Whether each table's process stops reading after its first progress (`heldReader.ts`). */
    readonly isReaderHeld?: boolean
  },
): Promise<ForkedCore> {
  const entries = await builtEntries()
  const core = forkTestedCore(program.path, {
    folder,
    entries: isReaderHeld ? { ...entries, tables: heldReader(entries.tables) } : entries,
    demo,
    images,
    chosen: chosen ?? null,
    plans: plans ?? null,
    time: { startedAt, speed },
  })
  await core.started
  return core
}
