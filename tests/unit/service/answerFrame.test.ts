import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerFrame, FrameTooLarge } from '../../../electron/core/service/answerFrame'
import { createKeyRedactor } from '../../../electron/core/service/keyRedaction'
import type { Spool } from '../../../electron/core/service/spool'

/** Keeps files in memory, by name. */
function memorySpool(): Pick<Spool, 'begin'> & { readonly files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>()
  return {
    files,
    begin() {
      const pieces: Uint8Array[] = []
      return {
        write: async (bytes) => void pieces.push(Buffer.from(bytes)),
        async end(name) {
          files.set(name, Buffer.concat(pieces))
          return name
        },
        placed: () => null,
        discard: async () => void pieces.splice(0),
      }
    },
  }
}

const key = 'sk-live-1234567890'

async function framed(text: string, sizes: readonly number[]) {
  const spool = memorySpool()
  const frame = createAnswerFrame({ spool, redact: createKeyRedactor(key), owner: 'job', prefix: '' })
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    await frame.push(bytes.subarray(at, at + size))
    at += size
  }
  const lifted = new Map<string, Buffer | null>()
  for (const lift of frame.lifts) {
    const name = await lift.end()
    lifted.set(lift.mark, name === null ? null : (spool.files.get(name) ?? null))
  }
  return { left: Buffer.from(frame.bytes()).toString(), lifted, names: [...spool.files.keys()] }
}

const image = fc.uint8Array({ minLength: 20_000, maxLength: 60_000 }).map((bytes) => Buffer.from(bytes))
const chunks = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 })
const prefixes = ['data:image/png;base64,', 'data:image\\/png;base64,']
const asWritten: readonly ((base64: string) => string)[] = [
  (base64) => base64,
  (base64) => base64.replaceAll('/', '\\/'),
  (base64) => base64.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D'),
  (base64) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  (base64) => base64.replace(/.{76}/g, '$&\\n'),
]

test('images in base64 are extracted byte for byte, however they are escaped and cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(image, fc.constantFrom(...asWritten), fc.constantFrom('', ...prefixes)), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
      chunks,
      async (images, words, sizes) => {
        const strings = images.map(([bytes, write, head]) => `"${head}${write(bytes.toString('base64'))}"`)
        const text = `{"words":${JSON.stringify(words)},"data":[${strings.join(',')}]}`
        const { left, lifted } = await framed(text, sizes)
        const body: unknown = JSON.parse(left)
        const marks = [...lifted.keys()]
        expect(body).toEqual({
          words,
          data: images.map(([, , head], at) => `${head.replaceAll('\\/', '/')}${marks[at]}`),
        })
        for (const [at, [bytes]] of images.entries())
          expect(lifted.get(marks[at] ?? '')?.equals(bytes)).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('everything else passes unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2000 }), chunks, async (text, sizes) => {
      const whole = Buffer.from(text).toString()
      expect((await framed(whole, sizes)).left).toBe(whole)
    }),
  )
  const prose = JSON.stringify({ prompt: 'a boat at dusk '.repeat(10_000), quote: '\\"'.repeat(20_000) })
  expect((await framed(prose, [777])).left).toBe(prose)
})

test('what began as base64 and isn’t leaves no file', async () => {
  const { lifted, names } = await framed(`{"a":"${'A'.repeat(50_000)} and so on"}`, [10_000])
  expect([...lifted.values()]).toEqual([null])
  expect(names).toEqual([])
})

test('an image keeps what came of it, whatever stands between or after its base64', async () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40_000, 7)])
  const base64 = png.toString('base64')
  const written = [
    base64.replace(/(.{76})/g, '$1 '),
    base64.replace(/(.{76})/g, '$1\\t\\r\\n'),
    `${base64}%3D and more`,
    `${base64.slice(0, -4)}\\u00`,
  ]
  for (const text of written) {
    const { lifted } = await framed(`{"pic":"${text}"}`, [5000, 777])
    const [file] = lifted.values()
    expect(file?.subarray(0, 39_000).equals(png.subarray(0, 39_000))).toBe(true)
    expect(file?.length).toBeLessThanOrEqual(png.length + 3)
  }
})

test('the same images in two answers of one owner share their files; from two places in one answer they don’t', async () => {
  const string = JSON.stringify('A'.repeat(40_000))
  const once = await framed(`[${string}]`, [1000])
  const again = await framed(`[ ${string}]`, [999])
  const twice = await framed(`[${string},${string}]`, [5000])
  expect(again.names).toEqual(once.names)
  expect(twice.names).toHaveLength(2)
  expect(twice.names).toContain(once.names[0])
})

test('the remainder may not grow without limit', async () => {
  await expect(framed('[1,'.repeat(2_000_000), [65_536])).rejects.toThrow(FrameTooLarge)
})

test('an answer that is an image is known by its first bytes, however few come at once', async () => {
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 7)])
  for (const size of [1, 7, 50, 200]) {
    const spool = memorySpool()
    const frame = createAnswerFrame({ spool, redact: createKeyRedactor(key), owner: 'job', prefix: '' })
    for (let at = 0; at < bytes.length; at += size) await frame.push(bytes.subarray(at, at + size))
    await frame.end()
    expect(JSON.parse(Buffer.from(frame.bytes()).toString())).toBe(frame.lifts[0]?.mark)
    expect([...spool.files.values()]).toEqual([bytes])
  }
})
