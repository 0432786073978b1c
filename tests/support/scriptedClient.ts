import { appError } from '@shared/errors'
import type { ConnectionTest } from '@shared/model/connection'
import type { ItemReading, TaskPhase, TaskReading } from '../../electron/core/service/answers/reading'
import type { Exchange } from '../../electron/core/service/exchange'
import type { ServiceClient } from '../../electron/core/service/serviceClient'
import type { PollVerdict, SubmitVerdict } from '../../electron/core/service/verdict'

/** A service client without a network, for tests that span days: it answers as the test sets it. */
export interface ScriptedClient
  extends Pick<
    ServiceClient,
    'send' | 'findAnswer' | 'readSubmit' | 'readPlace' | 'poll' | 'look' | 'findKept' | 'sweep' | 'test'
  > {
  /** Idempotency keys (job ids) in the order of sending. */
  readonly sent: readonly string[]
  /** Task ids in the order of polling. */
  readonly polled: readonly string[]
  /** How often the service was probed. */
  readonly probes: number
  onSubmit: (jobId: string, count: number) => SubmitVerdict
  onPoll: (taskId: string, count: number, key: string | null) => PollVerdict | Promise<PollVerdict>
  onTest: () => ConnectionTest
}

const answered: Exchange = {
  kind: 'answered',
  answer: { status: 200, headers: {}, body: { kind: 'text', text: '' }, lifted: {}, complete: true },
}

export function taskReading(
  phase: TaskPhase,
  options: { readonly taskId?: string; readonly urls?: readonly string[] } & Partial<TaskReading> = {},
): TaskReading {
  const { urls = [], taskId = 'task', ...rest } = options
  const items: ItemReading[] = urls.map((url, index) => ({
    index,
    entry: null,
    phase: 'done',
    source: { kind: 'url', url },
    revisedPrompt: null,
    error: null,
  }))
  const nothing = { askAt: null, isProvisional: false, found: [] }
  return { taskId, phase, status: phase, progress: null, items, error: null, ...nothing, ...rest }
}

export const task = (reading: TaskReading): PollVerdict => ({ kind: 'task', reading, retryAfterMs: null })

export const unknownTask: PollVerdict = {
  kind: 'unknownTask',
  error: appError('taskUnknown', { retry: 'free' }),
}

/** Accepts every job as a task that never ends, until told otherwise. */
export function createScriptedClient(): ScriptedClient {
  const sent: string[] = []
  const polled: string[] = []
  let probes = 0
  const verdicts = new WeakMap<Exchange, SubmitVerdict>()
  const client: ScriptedClient = {
    sent,
    polled,
    get probes() {
      return probes
    },
    onTest: () => ({ outcome: 'reached' }),
    onSubmit: (jobId) => ({ kind: 'accepted', reading: taskReading('queued', { taskId: `task-${jobId}` }) }),
    onPoll: (taskId) => task(taskReading('running', { taskId })),
    async send(_target, { idempotencyKey }) {
      const jobId = idempotencyKey ?? ''
      sent.push(jobId)
      const exchange = { ...answered }
      verdicts.set(exchange, client.onSubmit(jobId, sent.length))
      return exchange
    },
    findAnswer: async () => null,
    readPlace: async () => ({ kind: 'absent' }),
    async readSubmit(exchange) {
      const verdict = verdicts.get(exchange)
      if (verdict === undefined) throw new Error('this exchange was not scripted')
      return verdict
    },
    async test() {
      probes++
      return client.onTest()
    },
    async poll({ key }, taskId) {
      polled.push(taskId)
      return client.onPoll(taskId, polled.length, key)
    },
    look: async () => ({ kind: 'nothing' }),
    findKept: async () => [],
    async sweep() {},
  }
  return client
}
