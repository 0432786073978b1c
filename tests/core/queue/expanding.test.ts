import { setImmediate as nextTurn } from 'node:timers/promises'
import { countMaximum } from '@shared/model/draft'
import { isLong } from '@shared/model/draftExpansion'
import { describe, expect, test } from 'vitest'
import { jobHandlers } from '../../../electron/core/ipc/jobHandlers'
import { realClock } from '../../support/fakeClock'
import { allJobs, connect, draft, enqueue, openQueue } from './queueHarness'

const template = {
  prompt: '{red|blue} {{Animal}} \\{at dawn}',
  variables: { animal: 'fox\n\n  owl \n', unused: '{a|b}' },
}
const prompts = ['red fox {at dawn}', 'red owl {at dawn}', 'blue fox {at dawn}', 'blue owl {at dawn}']

async function paused() {
  const harness = await openQueue()
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const requests = () => allJobs(harness).map(({ request }) => request)
  return { harness, connection, requests }
}

describe('a prompt that expands to several', () => {
  test('is one batch; in Background each prompt is sent once per image', async () => {
    const { harness, connection, requests } = await paused()
    const options = { size: '64x48', image: ['https://a.test/b.png'], n: 2 }
    expect(
      harness.queue.enqueue(connection.id, draft({ ...template, ...options }), { first: false }),
    ).toMatchObject({ jobs: 8, images: 8 })
    expect(requests()).toEqual(
      prompts.flatMap((prompt) => [
        { model: 'm', prompt },
        { model: 'm', prompt },
      ]),
    )
    expect(harness.queue.overview(10).waiting).toMatchObject([{ jobs: 8 }])
  })

  test('that is very long is written in parts: whole, in its order, or not at all', async () => {
    const { harness, connection, requests } = await paused()
    enqueue(harness, connection, { prompt: 'earlier' })
    const words = Array.from({ length: 40 }, (_, at) => String(at).padStart(10_000, 'fern '))
    const long = draft({ prompt: '{{a}}', variables: { a: words.join('\n') }, mode: 'direct' })
    expect(isLong(long, [])).toBe(true)
    expect(isLong(draft({ ...template }), [])).toBe(false)
    expect(isLong(draft({ prompt: 'fern', n: 300 }), [])).toBe(false)
    expect(isLong(draft({ prompt: 'fern', n: 1000 }), [])).toBe(true)
    const enqueuing = harness.queue.enqueueInParts(connection.id, long, { first: false })
    await nextTurn()
    await nextTurn()
    expect(requests().length).toBeGreaterThan(1)
    expect(requests().length).toBeLessThan(41)
    expect(harness.queue.overview(10).waiting).toMatchObject([{ jobs: 1 }])
    expect(await enqueuing).toMatchObject({ jobs: 40, images: 40 })
    expect(requests().map(({ prompt }) => prompt)).toEqual(['earlier', ...words.map((word) => word.trim())])
    expect(harness.queue.overview(10).waiting).toMatchObject([{ jobs: 1 }, { jobs: 40 }])

    const refused = harness.queue.enqueueInParts(connection.id, long, { first: false })
    await harness.connections.remove(connection.id)
    await expect(refused).rejects.toThrow('connectionMissing')
    expect(harness.db.all('SELECT id FROM batches WHERE sendable_at IS NULL')).toEqual([])
  })

  test('that is very long is written in parts when the window asks for it', async () => {
    const { harness, connection, requests } = await paused()
    const { 'jobs.enqueue': press } = jobHandlers({
      ...harness,
      watch: { look: async () => null },
      opener: { openExternal: async () => {} },
      clipboard: { writeText() {} },
      prompts: { record() {} },
      dialogs: { saveFile: async () => null },
      clock: realClock,
    })
    const words = Array.from({ length: 40 }, (_, at) => String(at).padStart(10_000, 'fern '))
    const long = draft({ prompt: '{{a}}', variables: { a: words.join('\n') }, mode: 'direct' })
    const pressed = press({ connectionId: connection.id, draft: long, first: false })
    for (; requests().length === 0; ) await nextTurn()
    expect(requests().length).toBeLessThan(40)
    expect(await pressed).toMatchObject({ jobs: 40 })
  })

  test('is one request per prompt in Direct', async () => {
    const { harness, connection, requests } = await paused()
    enqueue(harness, connection, { ...template, mode: 'direct', n: 3 })
    expect(requests()).toEqual(prompts.map((prompt) => ({ model: 'm', prompt, n: 3 })))
  })

  test('is not expanded again when one of its jobs is edited', async () => {
    const { harness, connection } = await paused()
    enqueue(harness, connection, { prompt: 'a fern' })
    const id = harness.queue.edit(allJobs(harness)[0]?.id ?? '', draft({ prompt: '{a|b} \\{{x}}' }))
    expect(harness.queue.find(id)?.request).toEqual({ model: 'm', prompt: '{a|b} \\{{x}}' })
  })
})

describe('nothing is queued from prompts', () => {
  test.each([
    ['that are too many', { prompt: '{a|b}'.repeat(20) }, 'tooManyImages', { images: '1048576' }],
    [
      'that are too many images',
      { prompt: '{a|b}', n: countMaximum / 2 + 1 },
      'tooManyImages',
      { images: '1002' },
    ],
    [
      'of 10^30',
      { prompt: '{0|1|2|3|4|5|6|7|8|9}'.repeat(30) },
      'tooManyImages',
      { images: String(10n ** 30n) },
    ],
    ['beyond counting', { prompt: '{a|b}'.repeat(1000) }, 'countlessImages', { maximum: 1000 }],
    [
      'with a variable without value',
      { prompt: 'a {{Colour}} fern', variables: { colour: ' \n' } },
      'variableEmpty',
      { name: 'Colour' },
    ],
    ['of which one is empty', { prompt: '{a| }' }, 'alternativesEmpty', {}],
    [
      'of which one is too long',
      { prompt: '{{x}}{{x}}', variables: { x: 'x'.repeat(600_000) } },
      'promptTooLong',
      {},
    ],
    [
      'that are too long together',
      { prompt: `{${'x'.repeat(50_000)}|y}`, n: 201 },
      'requestsTooLong',
      { characters: 402 * 50_000 },
    ],
    [
      'with more variables than there are fields',
      { prompt: Array.from({ length: 51 }, (_, at) => `{{x${at}}}`).join('') },
      'variablesTooMany',
      { maximum: 50 },
    ],
  ])('%s', async (_, changes, code, params) => {
    const { harness, connection, requests } = await paused()
    expect(() => enqueue(harness, connection, changes)).toThrow(
      expect.objectContaining({
        error: expect.objectContaining({ code, params: expect.objectContaining(params) }),
      }),
    )
    expect(requests()).toEqual([])
    expect(harness.queue.overview(10).waiting).toEqual([])
  })

  test('but a thousand are queued', async () => {
    const { harness, connection, requests } = await paused()
    enqueue(harness, connection, { prompt: '{0|1|2|3|4|5|6|7|8|9}'.repeat(3) })
    expect(requests().map(({ prompt }) => Number(prompt))).toEqual(
      Array.from({ length: 1000 }, (_, at) => at),
    )
  })
})
