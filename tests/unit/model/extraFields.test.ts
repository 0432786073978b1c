import { planRequests, type SendableDraft, sendableDraftSchema, sentExtra } from '@shared/model/draft'
import {
  type ExtraField,
  extraJson,
  extraMaxima,
  extraMembers,
  extraProblems,
  extraTypedMaximum,
  extraValueJson,
  mergedExtra,
  readExtraJson,
  unreadJson,
} from '@shared/model/extraFields'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestBody } from '../../../electron/core/service/endpoints'

const field = (name: string, value: string): ExtraField => ({ name, value })
const codes = (fields: readonly ExtraField[]) =>
  extraProblems(fields).map(({ at, part, error }) => [at, part, error.code])

const names = fc.constantFrom(
  'quality',
  'seed',
  'style',
  '__proto__',
  'constructor',
  'negative_prompt',
  'a "b"\\',
)
const values = fc.oneof(fc.string(), fc.json(), fc.constantFrom('', 'high', '41', '1.50', '"41"', 'null'))
const lists = fc.uniqueArray(fc.record({ name: names, value: values }), { selector: ({ name }) => name })

describe('a value', () => {
  test.each([
    ['high', '"high"'],
    ['', '""'],
    ['41', '41'],
    ['41.50', '41.50'],
    ['9007199254740993', '9007199254740993'],
    ['-0', '-0'],
    ['1e400', '1e400'],
    [' 12345678901234567890123 ', '12345678901234567890123'],
    ['true', 'true'],
    ['null', 'null'],
    ['[1, {"a": 1.0}]', '[1, {"a": 1.0}]'],
    ['007', '"007"'],
    ['True', '"True"'],
    ['[1', '"[1"'],
    ['"high"', String.raw`"\"high\""`],
    ['a\n"b"', String.raw`"a\n\"b\""`],
  ])('typed as %j is sent as %s', (typed, sent) => {
    expect(extraValueJson(typed)).toBe(sent)
  })

  test('that is any JSON but a string is sent character by character', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const isString = json.startsWith('"')
        expect(extraValueJson(json)).toBe(isString ? JSON.stringify(json) : json)
      }),
    )
  })

  test('that is a number of any length keeps its digits', () => {
    const number = fc.stringMatching(/^-?(0|[1-9]\d{0,400})(\.\d{1,400})?([eE][+-]?\d{1,5})?$/)
    fc.assert(
      fc.property(number, (digits) => {
        expect(extraValueJson(digits)).toBe(digits)
      }),
    )
  })
})

describe('fields of a connection and of a request', () => {
  test('are one list: the request’s own win, in the place where the name first stood', () => {
    const merged = mergedExtra(
      [field('quality', 'low'), field('style', 'ink')],
      [field('seed', '1'), field('quality', 'high')],
    )
    expect(merged).toEqual([field('quality', 'high'), field('style', 'ink'), field('seed', '1')])
  })

  test('make a body that is JSON, has the documented fields first and unchanged, and each extra field once', () => {
    fc.assert(
      fc.property(
        lists,
        lists,
        fc.constantFrom('background' as const, 'direct' as const),
        (of, own, mode) => {
          const request = { model: 'm', prompt: 'p', n: 2 }
          const body = requestBody(mode, { ...request, extra: own, connectionExtra: of })
          const documented = requestBody(mode, request)
          expect(body.startsWith(documented.slice(0, -1))).toBe(true)
          const merged = sentExtra({ extra: own, connectionExtra: of })
          const added = merged.map(({ name, value }) => `,${JSON.stringify(name)}:${extraValueJson(value)}`)
          expect(body).toBe(`${documented.slice(0, -1)}${added.join('')}}`)
          expect(() => JSON.parse(body)).not.toThrow()
          expect(new Set(merged.map(({ name }) => name)).size).toBe(merged.length)
          for (const { name, value } of own) expect(merged).toContainEqual({ name, value })
        },
      ),
    )
  })

  test('never replace what the interface documents, whatever was stored', () => {
    const stored = ['model', 'prompt', 'size', 'n', 'image', 'async', 'Model', 'ASYNC', '\u017fize'].map(
      (name) => field(name, 'x'),
    )
    expect(extraMembers(stored)).toEqual([])
    expect(requestBody('direct', { model: 'm', prompt: 'p', extra: stored })).toBe(
      '{"model":"m","prompt":"p"}',
    )
  })

  const draft: SendableDraft = { prompt: 'a fern', model: 'm', size: '', n: 2, mode: 'background', image: [] }
  const connection = { fullBackground: false, extra: { background: [field('quality', 'low')], direct: [] } }

  test('are frozen apart from each other, those of the request’s mode alone', () => {
    const own = [field('seed', '41')]
    const request = { model: 'm', prompt: 'a fern', extra: own, connectionExtra: connection.extra.background }
    expect(planRequests({ ...draft, extra: own }, connection)).toEqual([
      { request, images: 1 },
      { request, images: 1 },
    ])
    expect(planRequests({ ...draft, mode: 'direct' }, connection)).toEqual([
      { request: { model: 'm', prompt: 'a fern', n: 2 }, images: 2 },
    ])
  })

  test('leave no trace in a draft or a request that has none', () => {
    const none = { ...connection, extra: { background: [], direct: [] } }
    const parsed = sendableDraftSchema.parse({ ...draft, extra: [field('', '')] })
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(sendableDraftSchema.parse(draft)))
    expect(JSON.stringify(planRequests(parsed, none)[0]?.request)).toBe('{"model":"m","prompt":"a fern"}')
  })
})

describe('fields that can’t be sent', () => {
  test.each<readonly [string, readonly ExtraField[], readonly unknown[]]>([
    ['a value without a name', [field(' ', 'high')], [[0, 'name', 'extraNameEmpty']]],
    ['a name of 10,000 characters', [field('x'.repeat(10_000), '1')], [[0, 'name', 'extraNameTooLong']]],
    [
      'a name twice',
      [field('seed', '1'), field('style', 'ink'), field(' seed', '2')],
      [[2, 'name', 'extraNameTwice']],
    ],
    ['a documented name', [field('Prompt', 'x')], [[0, 'name', 'extraNameReserved']]],
    ['stream', [field('stream', 'true')], [[0, 'name', 'extraStream']]],
    ['Stream', [field('Stream', 'true')], [[0, 'name', 'extraStream']]],
    ['half a character in a name', [field('a\ud83c', '1')], [[0, 'name', 'characterBroken']]],
    ['half a character in a value', [field('a', 'b\udf3f')], [[0, 'value', 'characterBroken']]],
    [
      'a value nested 100 deep',
      [field('a', '['.repeat(100) + ']'.repeat(100))],
      [[0, 'value', 'extraTooDeep']],
    ],
    [
      'too many characters',
      [field('a', 'x'.repeat(10_000)), field('b', 'x'.repeat(10_000))],
      [[1, 'value', 'extraTooLong']],
    ],
    ['a million characters', [field('a', 'x'.repeat(extraTypedMaximum))], [[0, 'value', 'extraTooLong']]],
  ])('have %s', (_, fields, found) => {
    expect(codes(fields)).toEqual(found)
    const parsed = sendableDraftSchema.shape.extra.safeParse([...fields])
    expect(parsed.error?.issues.map(({ message, path }) => [...path, message])).toEqual(found)
  })

  test('are not those with any other name, 20 levels, or a row that was left empty', () => {
    const fields = [
      field('__proto__', '1'),
      field('constructor', 'x'),
      field('x'.repeat(extraMaxima.name), '1'),
      field('a', '['.repeat(20) + ']'.repeat(20)),
      field('b', '['.repeat(100)),
      field('', ''),
    ]
    expect(extraProblems(fields)).toEqual([])
    expect(sendableDraftSchema.shape.extra.parse(fields)).toEqual(fields.slice(0, 5))
  })
})

describe('fields as JSON', () => {
  test('are the same fields again, each value as it was typed', () => {
    fc.assert(
      fc.property(lists, (fields) => {
        const { fields: read, error } = readExtraJson(extraJson(fields))
        expect(error).toBeNull()
        expect(extraMembers(read)).toEqual(extraMembers(fields))
      }),
    )
  })

  test('keep a number digit by digit, and two of a name to be told of', () => {
    const { fields } = readExtraJson('{"seed": 12345678901234567890, "scale": 1.50, "seed": "x"}')
    expect(fields).toEqual([
      field('seed', '12345678901234567890'),
      field('scale', '1.50'),
      field('seed', 'x'),
    ])
    expect(codes(fields)).toEqual([[2, 'name', 'extraNameTwice']])
  })

  test.each([
    ['{"a": 1,\n  b: 2}', { code: 'extraJsonBroken', params: { line: 2, column: 3 } }],
    ['{"a": 1', { code: 'extraJsonBroken', params: { line: 1, column: 8 } }],
    ['{"a": "41"}', { code: 'extraTextUnclear', params: { name: 'a', value: '"41"' } }],
    ['{"a": "\\u005b]"}', { code: 'extraTextUnclear' }],
    ['[1]', { code: 'extraJsonShape' }],
    [
      `{${Array.from({ length: 101 }, (_, at) => `"f${at}":1`).join()}}`,
      { code: 'extraTooMany', params: { fields: 101 } },
    ],
    [`{"a":"${'x'.repeat(200_000)}"}`, { code: 'extraTooLong' }],
  ])('that aren’t read keep their text, and can’t be sent: %.40s', (text, error) => {
    const { fields, error: told } = readExtraJson(text)
    expect(told).toMatchObject(error)
    expect(fields).toEqual([field('', text)])
    expect(codes(fields)).toHaveLength(1)
    if (text.startsWith('{')) {
      expect(unreadJson(fields)).toMatchObject({ text, error })
      expect(extraJson(fields)).toBe(text)
    }
  })
})
