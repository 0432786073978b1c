import { appError } from '@shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { unknownTask } from '../../support/scriptedClient'
import { polled } from '../../unit/service/answers'
import { openBench, pass, runOne, say, shown } from './bench'
import { deliverReady, type QueueHarness } from './queueHarness'

const second = 1000
const minute = 60 * second

const open = { url: null, status: 'pending' }

describe('a task that yields more than was asked for', () => {
  test('has every image saved, even if they arrive one after another', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    const images = ['1', '2', '3', '4'].map((name) => shown(name))
    say(
      bench,
      ...[1, 2, 3].map((count) => ({
        status: 'pending',
        data: [...images.slice(0, count), ...images.slice(count).map(() => open)],
      })),
      { status: 'completed', data: images },
    )
    for (let polls = 0; polls < 30; polls++) {
      await pass(bench, 2 * second)
      deliverReady(bench)
    }
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 4, images: 4, error: null })
  })

  test('is not settled until its own status is final, even when everything named is saved', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    say(bench, { status: 'pending', data: [shown('1')] })
    await pass(bench, minute)
    expect(deliverReady(bench)).toBe(1)
    await pass(bench, minute)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running', saved: 1 })
    say(bench, { status: 'completed', data: [shown('1'), shown('2')] })
    await pass(bench, minute)
    expect(deliverReady(bench)).toBe(1)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 2 })
  })
})

describe('a task whose own status is final', () => {
  test('is polled for ten more minutes while an entry is open, without a slot', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    say(bench, { status: 'completed', data: [shown('1'), open] })
    await pass(bench, 9 * minute, 5 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running', saved: 1, attention: null })
    say(bench, { status: 'completed', data: [shown('1'), shown('2')] })
    await pass(bench, 30 * second)
    expect(deliverReady(bench)).toBe(1)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 2 })
  })

  test('ends open entries as not delivered, and needs nobody when enough arrived', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    say(bench, { status: 'completed', data: [shown('1'), open] })
    await pass(bench, 11 * minute, 5 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'done',
      attention: null,
      error: { code: 'imageUndelivered' },
      actions: ['retryDownload'],
    })
  })

  test('needs the user when fewer arrived, who can request more for free or accept it as it is', async () => {
    const bench = await openBench()
    const id = await runOne(bench, { mode: 'background', n: 4 }, { fullBackground: true })
    say(bench, { status: 'completed', data: [shown('1'), open, open] })
    await pass(bench, 11 * minute, 5 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'done',
      saved: 1,
      attention: { code: 'imageUndelivered' },
      actions: ['retryDownload', 'retryAsNew', 'settle'],
    })
    expect(bench.queue.overview(10).counts).toMatchObject({ needsYou: 1, finished: 0 })
    say(bench, { status: 'completed', data: ['1', '2', '3', '4'].map((name) => shown(name)) })
    await bench.queue.act([id], 'retryDownload')
    await pass(bench, 30 * second)
    expect(deliverReady(bench)).toBe(3)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 4, attention: null })
  })

  test('can be given up while it is polled for ten more minutes', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    say(bench, { status: 'completed', data: [shown('1'), open] })
    await pass(bench, minute)
    deliverReady(bench)
    expect(await bench.queue.act([id], 'giveUp')).toBe(1)
    await pass(bench, minute)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'done',
      saved: 1,
      attention: null,
      error: { code: 'imageGivenUp' },
    })
  })

  test('that was accepted as it is is no longer polled', async () => {
    const bench = await openBench()
    const id = await runOne(bench, { mode: 'background', n: 2 }, { fullBackground: true })
    say(bench, { status: 'completed', data: [shown('1')] })
    await pass(bench, 11 * minute, 5 * second)
    deliverReady(bench)
    expect(await bench.queue.act([id], 'settle')).toBe(1)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1, attention: null })
    expect(bench.queue.overview(10).counts).toMatchObject({ needsYou: 0, finished: 1 })
  })

  test('that the service forgets once everything arrived is done', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    say(bench, { status: 'processing', data: [shown('1')] })
    await pass(bench, 10 * second)
    deliverReady(bench)
    bench.client.onPoll = () => unknownTask
    await pass(bench, 11 * minute, 5 * second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1, attention: null })
  })
})

test('an unknown status is waited out for ten minutes once everything requested has arrived', async () => {
  const bench = await openBench()
  const id = await runOne(bench)
  say(bench, { status: 'wrapped up', data: [shown('1')] })
  await pass(bench, 9 * minute, 5 * second)
  deliverReady(bench)
  expect(bench.queue.find(id)).toMatchObject({ state: 'running' })
  await pass(bench, 2 * minute, 5 * second)
  expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1 })
})

/** How a service presents its images, in any way the interface does not rule out. */
const behaviour = fc.record({
  asked: fc.integer({ min: 1, max: 3 }),
  /** The answer in which each image first appears. */
  images: fc.array(fc.record({ from: fc.nat(6), refused: fc.boolean() }), { maxLength: 5 }),
  ids: fc.constantFrom('none', 'own', 'fresh', 'shared'),
  addresses: fc.constantFrom('kept', 'signed', 'moved', 'query', 'token', 'content', 'secret', 'resecret'),
  /** An address works only for this answer and the next. */
  expires: fc.boolean(),
  shuffled: fc.boolean(),
  showsOpen: fc.boolean(),
  repeats: fc.boolean(),
  onlyNewest: fc.boolean(),
  status: fc.constantFrom('pending', 'processing', 'wrapping', undefined),
  /** How many answers after its last image the service's status is final; negative if before. */
  finalAfter: fc.integer({ min: -1, max: 2 }),
  end: fc.constantFrom('tells all', 'tells none', 'forgets'),
  /** Answers between two deliveries. */
  deliverEvery: fc.integer({ min: 1, max: 4 }),
  restartAt: fc.option(fc.nat(8)),
})

/** One image at a time; their addresses differ only in a parameter that may be a signature. */
const oneAtATime = behaviour.map((service) => ({
  ...service,
  images: service.images.map(({ from }) => ({ from, refused: false })),
  ids: service.ids === 'own' ? ('none' as const) : service.ids,
  addresses: service.showsOpen ? ('content' as const) : ('secret' as const),
  onlyNewest: true,
  end: 'tells none' as const,
}))

type Behaviour = typeof behaviour extends fc.Arbitrary<infer Service> ? Service : never

/** Each answer names its one image by a new address and a new id, and it is fetched too late. */
const everNew: Behaviour = {
  asked: 1,
  images: [{ from: 5, refused: false }],
  ids: 'fresh',
  addresses: 'query',
  expires: true,
  shuffled: false,
  showsOpen: false,
  repeats: false,
  onlyNewest: false,
  status: 'pending',
  finalAfter: 2,
  end: 'tells all',
  deliverEvery: 4,
  restartAt: null,
}

/** The same, beside an entry that was refused. */
const everNewBesideRefused: Behaviour = {
  ...everNew,
  images: [
    { from: 0, refused: true },
    { from: 5, refused: false },
  ],
  addresses: 'signed',
  onlyNewest: true,
}

/** Two of them, each named twice. */
const twoEverNewBesideRefused: Behaviour = {
  ...everNewBesideRefused,
  images: [
    { from: 5, refused: false },
    { from: 0, refused: true },
    { from: 5, refused: false },
  ],
  repeats: true,
}

/** What it names twice then has no id of its own: the last image takes the place of a refused one. */
const namedTwice: Behaviour = {
  asked: 1,
  images: [
    { from: 0, refused: false },
    { from: 0, refused: true },
    { from: 1, refused: false },
  ],
  ids: 'own',
  addresses: 'signed',
  expires: false,
  shuffled: false,
  showsOpen: false,
  repeats: true,
  onlyNewest: true,
  status: 'pending',
  finalAfter: 0,
  end: 'tells all',
  deliverEvery: 1,
  restartAt: null,
}

test.each([
  {
    name: 'in any order, number and form',
    services: behaviour,
    examples: [everNew, everNewBesideRefused, twoEverNewBesideRefused, namedTwice],
  },
  { name: 'one at a time', services: oneAtATime, examples: [] },
])(
  'whatever a service names, $name, each image it ever shows is on disk once',
  async ({ services, examples }) => {
    await fc.assert(
      fc.asyncProperty(services, async (service) => {
        let bench = await openBench()
        const { asked } = service
        const id = await runOne(bench, { n: asked }, { fullBackground: true })
        const lastImage = Math.max(0, ...service.images.map(({ from }) => from))
        const ever = new Set<number>()
        const contents: Contents = new Map()
        /** Image ids by content, as the library stores them. */
        const disk = new Map<number, string[]>()
        /** How often each image was fetched. */
        const fetched = new Map<number, number>()
        let round = -1

        const addressOf = (image: number) => {
          const url = {
            kept: `https://files.test/${image}.png`,
            signed: `https://files.test/${image}.png?sig=${round}`,
            moved: `https://files.test/${round}-${image}.png`,
            query: `https://files.test/get.png?id=${image}&sig=${round}`,
            token: `https://files.test/image?token=${image}.${round}`,
            content: `https://files.test/image.png?hash=${image}&Expires=${round}`,
            secret: `https://files.test/image.png?token=${image}.${round}`,
            resecret: `https://files.test/${image}.png?token=${round}`,
          }[service.addresses]
          contents.set(url, { image, until: service.expires ? round + 1 : Number.POSITIVE_INFINITY })
          return url
        }
        const idOf = (image: number) =>
          ({
            none: {},
            own: { id: `entry-${image}` },
            fresh: { id: `${round}-${image}` },
            shared: { id: 'batch' },
          })[service.ids]

        function answer(taskId: string) {
          round += 1
          const isFinal = round > lastImage + service.finalAfter
          const hasEnded = round > lastImage + Math.max(0, service.finalAfter)
          if (hasEnded && service.end === 'forgets') return unknownTask
          const there = service.images.flatMap(({ from }, image) => (from <= round ? [image] : []))
          const newest = there.filter((image) => service.images[image]?.from === Math.min(round, lastImage))
          const listed = service.onlyNewest && !hasEnded ? newest : there
          const told = listed.map((image) => {
            if (service.images[image]?.refused) return { ...idOf(image), url: null, status: 'failed' }
            ever.add(image)
            return { ...idOf(image), url: addressOf(image), status: 'completed' }
          })
          const waiting = service.images.flatMap(({ from }, image) =>
            from > round && service.showsOpen ? [{ ...idOf(image), url: null, status: 'pending' }] : [],
          )
          const entries = [...told, ...(service.repeats ? told.slice(0, 1) : []), ...waiting]
          if (service.shuffled && round % 2 === 1) entries.reverse()
          const data = hasEnded && service.end === 'tells none' ? [] : entries
          const status = isFinal ? 'completed' : service.status
          return polled({ task_id: taskId, data, error: null, ...(status && { status }) }, { taskId })
        }
        bench.client.onPoll = answer

        let delivered = 0
        for (let step = 0; step < 12 * minute; step += 10 * second) {
          await pass(bench, 10 * second, 5 * second)
          if (service.restartAt === round) {
            await bench.stop()
            bench = await openBench(bench.folder, { at: bench.clock.now() })
            bench.client.onPoll = answer
          }
          if (delivered < 0 || round < delivered) continue
          delivered = round + service.deliverEvery
          bringHome(bench, contents, { disk, fetched }, round)
        }
        for (let turn = 0; turn < 5; turn++) {
          bringHome(bench, contents, { disk, fetched }, round)
          await pass(bench, 11 * minute, 10 * second)
        }

        const job = bench.queue.find(id)
        const expired = job?.items.filter(({ state }) => state === 'expired').length ?? 0
        for (const image of ever) expect([image, disk.get(image)?.length ?? 1]).toEqual([image, 1])
        expect(disk.size).toBeLessThanOrEqual(ever.size)
        // An image that could no longer be fetched is marked as such; while the task is polled, it may still
        // come.
        if (job?.attention === null && service.end !== 'forgets' && !service.onlyNewest)
          expect(disk.size + expired).toBeGreaterThanOrEqual(ever.size)
        if (!service.expires) expect(disk.size).toBe(ever.size)
        expect(job?.saved).toBe(disk.size)
        // An address with nothing but a new signature costs no fetch.
        if (!['moved', 'token', 'secret', 'resecret'].includes(service.addresses) && service.ids !== 'fresh')
          if (!service.expires) expect([...fetched.values()].filter((times) => times > 1)).toEqual([])
        // Ended, or the user was asked; a forgotten task is polled for a day.
        if (job?.attention === null && service.end !== 'forgets')
          expect(['done', 'failed']).toContain(job.state)
        const ofDisk = [...disk.values()].flat()
        expect(new Set(job?.items.flatMap(({ imageId }) => imageId ?? []))).toEqual(new Set(ofDisk))
        await bench.stop()
      }),
      { numRuns: cases(10, 240), examples: examples.map((service) => [service]) },
    )
  },
)

/** What each address serves, and the last answer during which it does. */
type Contents = Map<string, { readonly image: number; readonly until: number }>

/** Like delivery: a possible duplicate is compared with the images the job has. */
function bringHome(
  { db, queue }: QueueHarness,
  contents: Contents,
  { disk, fetched }: Record<'disk', Map<number, string[]>> & Record<'fetched', Map<number, number>>,
  round: number,
): void {
  for (let [item] = queue.readyItems(1); item !== undefined; [item] = queue.readyItems(1)) {
    const { jobId, index, again, url } = item
    const { image, until } = contents.get(url ?? '') ?? { image: -1, until: 0 }
    if (round > until) {
      db.transaction(() =>
        queue.itemSetBack(jobId, index, { kind: 'expired', error: appError('imageExpired') }),
      )
      continue
    }
    fetched.set(image, (fetched.get(image) ?? 0) + 1)
    const [twin] = again ? (disk.get(image) ?? []) : []
    if (twin === undefined) disk.set(image, [...(disk.get(image) ?? []), `${jobId}-${index}`])
    db.transaction(() =>
      twin === undefined
        ? queue.itemSaved(jobId, index, `${jobId}-${index}`)
        : queue.itemRepeated(jobId, index, twin),
    )
  }
}
