import { AppFailure } from '@shared/errors'
import type { JobAction } from '@shared/model/job'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { PressKind } from '../../../electron/core/queue/commands/pressWork'
import { allJobs, deliverReady, draft, type QueueHarness } from './queueHarness'

const deeds: readonly JobAction[] = [
  'cancel',
  'stopWaiting',
  'waitAgain',
  'retryDownload',
  'settle',
  'sendAgain',
  'retryAsNew',
]

const plainSteps = {
  deliver: (harness) => void deliverReady(harness),
  pause: ({ queue }) => queue.pause(),
  resume: ({ queue }) => queue.resume(),
  pauseConnection: ({ connections }, { connectionId }) => connections.setPaused(connectionId, true),
  unpauseConnection: ({ connections }, { connectionId }) => connections.setPaused(connectionId, false),
  resumeConnection: ({ queue }, { connectionId }) => queue.resumeConnection(connectionId),
  pauseBatch: ({ queue }, { batchId }) => queue.pauseBatch(batchId, true),
  unpauseBatch: ({ queue }, { batchId }) => queue.pauseBatch(batchId, false),
  clear: ({ queue }) => queue.clearFinished(),
  suspend: ({ queue }) => queue.suspend(),
  wake: ({ queue }) => queue.wake(),
  tryNow: ({ queue }) => queue.tryNow(),
  answer: ({ queue }) => queue.answer(true),
} as const satisfies Readonly<Record<string, (harness: QueueHarness, of: Scene) => void>>

type PlainStep = keyof typeof plainSteps

/** The things the steps act on. */
export interface Scene {
  readonly connectionId: string
  readonly batchId: string
  /** Presses that can be taken back, last one last, and those that can be done again. */
  readonly done: number[]
  readonly undone: number[]
}

const plain = fc.constantFrom<PlainStep[]>(
  'deliver',
  'pause',
  'resume',
  'pauseConnection',
  'unpauseConnection',
  'resumeConnection',
  'pauseBatch',
  'unpauseBatch',
  'clear',
  'suspend',
  'wake',
  'tryNow',
  'answer',
)
const one = <Kind extends string>(kind: Kind) => fc.constant(kind)

export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: one('pass'), seconds: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: one('act'), action: fc.constantFrom(...deeds), at: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: one('plain'), name: plain }) },
  { weight: 1, arbitrary: fc.record({ kind: one('actAlike'), action: fc.constantFrom(...deeds) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'first'), at: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancelBatch', 'cancelWaiting', 'undo', 'redo') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: one('restart') }) },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What the user did to jobs that had been sent, or had ended. */
export interface Deed {
  readonly action: JobAction | 'undo' | 'redo'
  /** Jobs the user had sent again. */
  readonly again: readonly string[]
}

/** Does what the user, the computer or the library does in one step. */
export async function perform(
  what: Exclude<Step, { readonly kind: 'pass' | 'restart' }>,
  harness: QueueHarness,
  scene: Scene,
): Promise<Deed | null> {
  const { queue } = harness

  async function press<T>(kind: PressKind, command: (press: number) => T | Promise<T>): Promise<T> {
    const { value, press } = await queue.presses.give(kind, command)
    if (press !== null) scene.done.push(press)
    return value
  }

  /** A press may be of the run before. */
  async function again(from: number[], to: number[], way: 'takeBack' | 'doAgain'): Promise<void> {
    const press = from.pop()
    if (press === undefined) return
    try {
      await queue.presses[way](press)
      to.push(press)
    } catch (problem) {
      if (!(problem instanceof AppFailure && problem.error.code === 'undoTooLate')) throw problem
    }
  }

  switch (what.kind) {
    case 'cancelBatch':
      await press('cancel', (press) => queue.cancelBatch(scene.batchId, press))
      return null
    case 'cancelWaiting':
      await press('cancel', (press) => queue.cancelWaiting(press))
      return null
    case 'undo':
      await again(scene.done, scene.undone, 'takeBack')
      return { action: 'undo', again: [] }
    case 'redo':
      await again(scene.undone, scene.done, 'doAgain')
      return { action: 'redo', again: [] }
    case 'plain':
      plainSteps[what.name](harness, scene)
      return null
    case 'act': {
      const { action } = what
      const job = allJobs(harness)[what.at]
      if (job === undefined) return null
      const done = await press(action === 'cancel' ? 'cancel' : 'act', (press) =>
        queue.act([job.id], action, [], press),
      )
      expect(done).toBe(job.actions.includes(action) ? 1 : 0)
      return { action, again: done === 1 && action === 'sendAgain' ? [job.id] : [] }
    }
    case 'actAlike': {
      const { action } = what
      const uncertain = allJobs(harness).filter(({ state }) => state === 'uncertain')
      const { folds, finishedBatches } = queue.overview(40)
      // What failed is one line only where its batch is shown alone.
      const failed = finishedBatches
        .flatMap(({ id }) => queue.overview(40, id).folds)
        .filter(({ jobs }) => jobs.set === 'failed')
      const sets = [...folds, ...failed].map(({ jobs }) => jobs)
      await queue.act([], action, sets)
      const left = uncertain.filter(({ id }) => queue.find(id)?.state !== 'uncertain')
      return { action, again: action === 'sendAgain' ? left.map(({ id }) => id) : [] }
    }
    case 'edit':
    case 'first': {
      const job = allJobs(harness)[what.at]
      if (job?.state !== 'queued') return null
      if (what.kind === 'edit')
        await press('edit', (press) => queue.edit(job.id, draft({ prompt: 'a moss' }), press))
      else await press('place', (press) => queue.place('job', job.id, { to: 'top' }, press))
      return null
    }
  }
}
