import type { JobAction } from '@shared/model/job'
import fc from 'fast-check'
import { expect } from 'vitest'
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
  cancelBatch: ({ queue }, { batchId }) => void queue.cancelBatch(batchId),
  cancelWaiting: ({ queue }) => void queue.cancelWaiting(),
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
  'cancelBatch',
  'cancelWaiting',
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
  { weight: 1, arbitrary: fc.record({ kind: one('restart') }) },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What the person did to jobs that had been sent. */
export interface Deed {
  readonly action: JobAction
  /** Jobs the person had sent again. */
  readonly again: readonly string[]
}

/** Does what the person, the computer or the library does in one step. */
export async function perform(
  what: Exclude<Step, { readonly kind: 'pass' | 'restart' }>,
  harness: QueueHarness,
  scene: Scene,
): Promise<Deed | null> {
  const { queue } = harness
  switch (what.kind) {
    case 'plain':
      plainSteps[what.name](harness, scene)
      return null
    case 'act': {
      const { action } = what
      const job = allJobs(harness)[what.at]
      if (job === undefined) return null
      const done = await queue.act([job.id], action)
      expect(done).toBe(job.actions.includes(action) ? 1 : 0)
      return { action, again: done === 1 && action === 'sendAgain' ? [job.id] : [] }
    }
    case 'actAlike': {
      const { action } = what
      const uncertain = allJobs(harness).filter(({ state }) => state === 'uncertain')
      const sets = queue.overview(40).folds.map(({ jobs }) => jobs)
      await queue.act([], action, sets)
      const left = uncertain.filter(({ id }) => queue.find(id)?.state !== 'uncertain')
      return { action, again: action === 'sendAgain' ? left.map(({ id }) => id) : [] }
    }
    case 'edit':
    case 'first': {
      const job = allJobs(harness)[what.at]
      if (job?.state !== 'queued') return null
      if (what.kind === 'edit') queue.edit(job.id, draft({ prompt: 'a moss' }))
      else await queue.place('job', job.id, { to: 'top' })
      return null
    }
  }
}
