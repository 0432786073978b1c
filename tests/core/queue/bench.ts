import type { ConnectionDraft } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import { expect } from 'vitest'
import type { Secrets } from '../../../electron/core/ports'
import { createFakeClock, type FakeClock } from '../../support/fakeClock'
import { createScriptedClient, type ScriptedClient } from '../../support/scriptedClient'
import { polled } from '../../unit/service/answers'
import { allJobs, connect, enqueue, only, openQueue, type QueueHarness, states } from './queueHarness'

const second = 1000

/** The queue with time that passes only on demand, and a service that answers what a test sets. */
export interface Bench extends QueueHarness {
  readonly clock: FakeClock
  readonly client: ScriptedClient
}

/** `at`: the clock's time when the run begins; `secrets`: default a keychain in memory, one per folder. */
export async function openBench(
  folder?: string,
  { at, secrets }: { readonly at?: number; readonly secrets?: Secrets } = {},
): Promise<Bench> {
  const clock = createFakeClock(at)
  const client = createScriptedClient()
  const queue = await openQueue({
    clock,
    service: client,
    random: () => 0.5,
    ...(folder ? { folder } : {}),
    ...(secrets ? { secrets } : {}),
  })
  return { ...queue, clock, client }
}

/** From now on each answer is held back once it is there; returns what lets the last of them through. */
export function holdAnswers(client: ScriptedClient): () => void {
  let answer = () => {}
  const { send } = client
  client.send = async (...input) => {
    const exchange = await send(...input)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return exchange
  }
  return () => answer()
}

/** Lets everything that is under way finish as far as it can without time passing. */
export async function calm(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets time pass in steps short enough for each answer to arrive in between. */
export async function pass({ clock }: Bench, ms: number, step = second): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    clock.advance(Math.min(step, ms - passed))
    await calm()
  }
}

/** One job whose task runs at the service. */
export async function runOne(
  bench: Bench,
  draft: Partial<TemplateDraft> = {},
  connection: Partial<ConnectionDraft> = {},
): Promise<string> {
  enqueue(bench, await connect(bench, 'https://service.test', connection), draft)
  await calm()
  expect(states(bench)).toEqual({ running: 1 })
  return only(allJobs(bench)).id
}

/** An answer to a poll. */
export interface Told {
  readonly status?: string
  readonly data: readonly object[]
}

/** What the service answers to each poll, repeating the last; its answers go through the reader. */
export function say(bench: Bench, ...answers: readonly Told[]): void {
  let asked = 0
  bench.client.onPoll = (taskId) => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    return polled({ task_id: taskId, error: null, ...answer }, { taskId })
  }
}

/** An entry whose image is available. */
export const shown = (name: string, more: object = {}) => ({
  url: `https://files.test/${name}.png`,
  status: 'completed',
  ...more,
})
