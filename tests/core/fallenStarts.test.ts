import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SendableDraft } from '@shared/model/draft'
import { beforeAll, describe, expect, test } from 'vitest'
import { readNotes } from '../../electron/core/startNotes'
import { builtEntries } from '../support/builtEntry'
import type { ForkedCore } from '../support/coreFork'
import { type CoreProgram, coreProgram } from '../support/coreProgram'
import { demoPosts } from '../support/demoJournal'
import { endDemoTasks, endlessMs } from '../support/demoTasks'
import { eventually } from '../support/eventually'
import { temporaryFolder } from '../support/temporaryFolder'
import { forkTestedCore } from '../support/testedCore'

const startsAtMost = 5
/** Requests that the demo service works on at a time. */
const slots = 8
const startedAt = Date.now()

describe('a core that ends at the same piece of work at every start', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts', [
      {
        module: 'electron/core/service/createServiceClient',
        by: 'tests/support/strayFaults',
      },
    ])
  })

  async function profile() {
    const entries = await builtEntries()
    const folder = temporaryFolder()
    const notes = join(folder, 'profile/start.log')
    /** A run with a fault, or a sound one. */
    function fork(fault = '', taskMs = 300, speed = 1): ForkedCore {
      const core = forkTestedCore(
        program.path,
        { folder, entries, demo: { taskMs, slots }, time: { startedAt, speed } },
        { STRAY_FAULT: fault },
      )
      return core
    }
    async function sound(taskMs?: number, speed?: number): Promise<ForkedCore> {
      const core = fork('', taskMs, speed)
      await core.started
      return core
    }
    /** Starts, and is killed once the polls of these jobs wait for their answers, or aren't made. */
    async function killedWhilePolling(about: string, ids: readonly string[]): Promise<void> {
      const core = fork(`silence:${about}`, endlessMs)
      await core.started
      const names = ids.map((id) => `poll ${id}`)
      const areUnderway = () => isDeepStrictEqual(new Set(readNotes(notes)?.underway), new Set(names))
      const isHeld = async () => (await notice(core))?.error.code === 'startHeld'
      await eventually(async () => areUnderway() || (await isHeld()), { what: 'polls without an answer' })
      await core.kill()
    }
    const endTasks = () => endDemoTasks(join(folder, 'profile'))
    /** A sound run is killed while the tasks of these prompts run. By default they have ended when the next one starts. */
    async function killedDuring(
      prompts: readonly string[],
      { areEnded = true } = {},
    ): Promise<ReadonlyMap<string, string>> {
      const core = await sound(endlessMs)
      for (const prompt of prompts) await enqueue(core, prompt)
      const jobs = await eventually(async () => {
        const found = [...(await jobsOf(core)).values()]
        return found.length === prompts.length && found.every(({ state }) => state === 'running') && found
      })
      await core.kill()
      // Whatever was under way just then is another test's subject.
      rmSync(notes, { force: true })
      if (areEnded) endTasks()
      return new Map(jobs.map(({ id, request }) => [request.prompt, id]))
    }
    /**
     * Starts with a fault again and again until a run survives checking everything. Returns how many did not.
     */
    async function untilItLives(fault: string, isLooked: (core: ForkedCore) => Promise<boolean>) {
      for (let fallen = 0; fallen < startsAtMost; fallen++) {
        const core = fork(fault)
        const looked = core.started.then(() => eventually(() => isLooked(core), { what: 'a life' }))
        const isAlive = await Promise.race([looked.then(() => true), core.gone.then(() => false)]).catch(
          () => false,
        )
        if (isAlive) return { core, fallen }
        await core.gone
      }
      throw new Error(`it ended at ${startsAtMost} starts`)
    }
    const posts = () => demoPosts(join(folder, 'profile'))
    return { fork, sound, killedDuring, killedWhilePolling, endTasks, untilItLives, posts }
  }

  async function enqueue({ call }: ForkedCore, prompt: string, over: Partial<SendableDraft> = {}) {
    const { id } = await call('connections.useDemo', null)
    const draft = {
      prompt,
      model: 'aurora-2',
      size: '',
      n: 1,
      mode: 'background' as const,
      image: [],
      ...over,
    }
    await call('jobs.enqueue', { connectionId: id, draft, first: false })
  }

  async function jobsOf({ call }: ForkedCore) {
    const { needsYou, running, finished } = await call('queue.overview', { limit: 100 })
    return new Map([...needsYou, ...running, ...finished].map((job) => [job.request.prompt, job]))
  }

  const stateOf = async (core: ForkedCore, prompt: string) => (await jobsOf(core)).get(prompt)?.state
  const isSaved = async (core: ForkedCore, prompt: string) => (await stateOf(core, prompt)) === 'done'
  const notice = async ({ call }: ForkedCore) =>
    (await call('app.snapshot', null)).notices.find(({ id }) => id === 'start')

  test('skips one poll from its third start on and does everything else, until the poll is retried', async () => {
    const { fork, sound, killedDuring, untilItLives, posts } = await profile()
    await killedDuring(['bomb', 'boat', 'barn'])
    const { core, fallen } = await untilItLives('poll:bomb', async (alive) => {
      return (await notice(alive)) !== undefined && (await isSaved(alive, 'boat')) && isSaved(alive, 'barn')
    })
    expect(fallen).toBe(2)
    expect(await stateOf(core, 'bomb')).toBe('running')
    expect(await notice(core)).toMatchObject({
      error: { code: 'startLeftOut', params: { work: 'poll', what: 'bomb' } },
    })

    // The retry ends the app once more, so it is left out of the very next start.
    const pressed = core.call('app.tryLeftOut', null).catch(() => null)
    await Promise.all([core.gone, pressed])
    const next = fork('poll:bomb')
    await next.started
    expect(await notice(next)).toMatchObject({ error: { params: { what: 'bomb' } } })
    await next.kill()

    // A kill while all is well changes nothing about that.
    const repaired = await sound()
    expect(await notice(repaired)).toMatchObject({ error: { params: { what: 'bomb' } } })
    await repaired.call('app.tryLeftOut', null)
    expect(await notice(repaired)).toBeUndefined()
    await eventually(() => isSaved(repaired, 'bomb'), { what: 'the image that was left out' })
    expect(await posts()).toHaveLength(3)
  })

  test('leaves a paid answer where it is, and reads it when it is retried', async () => {
    const { fork, sound, untilItLives, posts } = await profile()
    const first = fork('readSubmit:bomb')
    await first.started
    await enqueue(first, 'bomb')
    await first.gone

    const { core, fallen } = await untilItLives('readSubmit:bomb', async (alive) => {
      await enqueue(alive, 'boat')
      return eventually(() => isSaved(alive, 'boat'))
    })
    expect(fallen).toBe(2)
    expect(await stateOf(core, 'bomb')).toBe('sending')
    expect(await notice(core)).toMatchObject({ error: { params: { work: 'answer', what: 'bomb' } } })
    await core.kill()

    const repaired = await sound()
    expect(await stateOf(repaired, 'bomb')).toBe('sending')
    await repaired.call('app.tryLeftOut', null)
    await eventually(() => isSaved(repaired, 'bomb'), { what: 'the image of the answer' })
    expect(await posts()).toHaveLength(2)
  })

  test('leaves out one download, and no other', async () => {
    const { sound, killedDuring, untilItLives, posts } = await profile()
    const ids = await killedDuring(['bomb', 'boat'])
    const { core, fallen } = await untilItLives(`download:${ids.get('bomb')}`, async (alive) => {
      return (await notice(alive)) !== undefined && (await isSaved(alive, 'boat'))
    })
    expect(fallen).toBe(2)
    expect(await notice(core)).toMatchObject({ error: { params: { work: 'download', what: 'bomb' } } })
    await core.kill()
    const repaired = await sound()
    await repaired.call('app.tryLeftOut', null)
    await eventually(() => isSaved(repaired, 'bomb'), { what: 'the image that was left out' })
    expect(await posts()).toHaveLength(2)
  })

  test('pays for nothing more at a service whose every answer ends the app', async () => {
    const { fork, untilItLives, posts } = await profile()
    const first = fork('send')
    await first.started
    // It may end before it answers.
    await enqueue(first, 'boat', { n: 12 }).catch(() => null)
    await first.gone

    const { core } = await untilItLives('send', async ({ call }) => {
      const { connections } = await call('app.snapshot', null)
      return connections.some(({ hold }) => hold?.error.code === 'startSendsHeld')
    })
    const { counts } = await core.call('queue.overview', { limit: 1 })
    expect(counts.waiting + counts.needsYou).toBe(12)
    const sent = await posts()
    expect(sent.length).toBeLessThanOrEqual(counts.needsYou)
    expect(new Set(sent).size).toBe(sent.length)
    expect(counts.waiting).toBeGreaterThanOrEqual(8)
  })

  test('starts nothing automatically if it ends before it reaches anything in particular', async () => {
    const { sound, killedDuring, untilItLives, posts } = await profile()
    await killedDuring(['boat'])
    const { core, fallen } = await untilItLives('sweep', async (alive) => (await notice(alive)) !== undefined)
    expect(fallen).toBe(2)
    expect(await notice(core)).toMatchObject({ error: { code: 'startHeld' }, dismissible: false })
    const { gates } = await core.call('queue.overview', { limit: 1 })
    expect(gates).toMatchObject([{ gate: { kind: 'computer', by: 'start' } }])
    await enqueue(core, 'barn')
    await core.kill()

    const repaired = await sound()
    expect(await notice(repaired)).toMatchObject({ error: { code: 'startHeld' } })
    expect(await posts()).toHaveLength(1)
    await repaired.call('app.tryLeftOut', null)
    for (const prompt of ['boat', 'barn']) await eventually(() => isSaved(repaired, prompt))
    expect(await notice(repaired)).toBeUndefined()
    expect(await posts()).toHaveLength(2)
  })

  test('fetches what was paid for after many forced ends, and sends what waits once the user presses one button', async () => {
    const { fork, sound, killedDuring, killedWhilePolling, endTasks, posts } = await profile()
    const prompts = Array.from({ length: slots }, (_, at) => `boat ${at}`)
    const ids = await killedDuring(prompts, { areEnded: false })
    for (let ends = 0; ends < slots + 1; ends++) {
      const prompt = `boat ${ends % slots}`
      await killedWhilePolling(prompt, [ids.get(prompt) ?? ''])
    }
    const held = fork('silence:boat', endlessMs)
    await held.started
    await enqueue(held, 'barn')
    expect(await notice(held)).toMatchObject({ error: { code: 'startHeld' } })
    const { running } = await held.call('queue.overview', { limit: 100 })
    expect(running.map(({ error }) => error?.code)).toEqual(prompts.map(() => 'startHeld'))
    await held.kill()

    endTasks()
    const core = await sound(300, 20)
    for (const prompt of prompts) await eventually(() => isSaved(core, prompt), { what: `“${prompt}”` })
    expect(await posts()).toHaveLength(slots)
    expect(await notice(core)).toMatchObject({ error: { code: 'startHeld' } })
    const { gates, counts } = await core.call('queue.overview', { limit: 1 })
    expect(counts.waiting).toBe(1)
    expect(gates).toMatchObject([{ gate: { kind: 'computer', by: 'start' } }])
    await core.kill()

    // That only the sends wait is remembered.
    const next = await sound()
    expect(await notice(next)).toMatchObject({ error: { code: 'startHeld' } })
    await next.call('app.tryLeftOut', null)
    expect(await notice(next)).toBeUndefined()
    await eventually(() => isSaved(next, 'barn'))
    expect(await posts()).toHaveLength(slots + 1)
  })

  test('retries automatically, after a while, the polls at which two starts were ended by force', async () => {
    const { sound, killedDuring, killedWhilePolling, endTasks, posts } = await profile()
    const ids = await killedDuring(['boat 1', 'boat 2', 'boat 3'], { areEnded: false })
    for (let ends = 0; ends < 2; ends++) await killedWhilePolling('boat', [...ids.values()])
    endTasks()
    const third = await sound()
    const { running } = await third.call('queue.overview', { limit: 100 })
    expect(running.map(({ error }) => error)).toMatchObject(
      ['boat 1', 'boat 2', 'boat 3'].map((what) => ({
        code: 'startLeftOut',
        params: { work: 'poll', what },
      })),
    )
    await enqueue(third, 'barn')
    await eventually(() => isSaved(third, 'barn'))
    await third.kill()

    const core = await sound(300, 20)
    for (const prompt of ['boat 1', 'boat 2', 'boat 3']) await eventually(() => isSaved(core, prompt))
    expect(await notice(core)).toBeUndefined()
    expect(await posts()).toHaveLength(4)
  })
})
