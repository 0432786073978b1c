import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { polled, submitted } from './answers'

const runs = { numRuns: cases(150, 3000) }
const url = 'https://files.example/out/1.png'
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(60, 3)]).toString(
  'base64',
)

/** Names that mean nothing to anybody. */
const unknownName = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{5,9}$/).map((name) => `q${name}q`)
const unknownValue = fc.oneof(
  fc.constantFrom('so', 'large', null, true, 12, 0.5),
  fc.array(fc.constantFrom('a few', 'words', 3), { maxLength: 3 }),
  fc.dictionary(unknownName, fc.constantFrom('deep', 7, null), { maxKeys: 3 }),
)
const unknownFields = fc.dictionary(unknownName, unknownValue, { maxKeys: 6 })

const rightAnswers: readonly object[] = [
  { created: 1, data: [{ url }] },
  { created: 1, data: [{ b64_json: png }, { b64_json: png }] },
  { task_id: 'task-1', status: 'completed', data: [{ url }] },
  { task_id: 'task-1', status: 'pending' },
  { code: 200, data: { task_id: 'task-1', status: 'SUCCEEDED', output: { results: [{ url }] } } },
  { task_id: 'task-1', status: 'failed', error: { code: 'x', message: 'it broke' } },
]

/** The same answer with these fields in each of its records. */
function among(value: unknown, fields: object, isFirst: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => among(one, fields, isFirst))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, among(one, fields, isFirst)]),
  )
  return isFirst ? { ...fields, ...own } : { ...own, ...fields }
}

test('unknown fields around a right answer never change what is read', async () => {
  const around = fc.record({
    answer: fc.constantFrom(...rightAnswers),
    fields: unknownFields,
    isFirst: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(around, async ({ answer, fields, isFirst }) => {
      const more = among(answer, fields, isFirst)
      for (const read of [submitted, polled]) expect(await read(more)).toEqual(await read(answer))
    }),
    runs,
  )
})

/** An image at the end of a way of unknown names. */
const hiddenImage = fc
  .record({
    image: fc.constantFrom(url, png, [url], { qlinkq: png }),
    way: fc.array(unknownName, { minLength: 1, maxLength: 6 }),
  })
  .map(({ image, way }) => way.reduceRight<unknown>((inner, name) => ({ [name]: inner }), image))

test('no answer that has an image ends as if it had none', async () => {
  await fc.assert(
    fc.asyncProperty(hiddenImage, unknownFields, async (hidden, fields) => {
      const done = { task_id: 'task-1', status: 'completed', ...fields, ...Object(hidden) }
      const poll = await polled(done)
      if (poll.kind !== 'task') throw new Error(`it was ${poll.kind}`)
      const { items, found } = poll.reading
      expect(items.filter(({ source }) => source !== null).length + found.length).toBeGreaterThan(0)

      const sent = await submitted({ ...fields, ...Object(hidden) }, { asked: 1 })
      if (sent.kind !== 'accepted') throw new Error(`it was ${sent.kind}`)
      const named = sent.reading.items.filter(({ source }) => source !== null)
      expect(named.length + sent.reading.found.length).toBeGreaterThan(0)
    }),
    runs,
  )
})
