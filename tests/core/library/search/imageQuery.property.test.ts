import { queryProblems, readImageQuery, termsMaximum } from '@shared/model/imageQuery'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const now = new Date(2026, 10, 24, 15, 30).getTime()
const conditions = (text: string) => readImageQuery(text, now).terms.map(({ condition }) => condition)
const problems = (text: string) => readImageQuery(text, now).problems.map(({ code, text }) => [code, text])

const pieces = fc.constantFrom(
  ...[
    'model:',
    'size:',
    'ratio:',
    'before:',
    'is:',
    'foo:',
    '-',
    '"',
    ' ',
    '\0',
    ':',
    '>',
    '<=',
    '1024',
    '16:9',
  ],
  ...['2026-03', 'unseen', '灯台', 'a', 'fern', '😀', 'x', '\\', '%', '\n'],
)
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

test('any text is read, and everything told of it stands in it, in order', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { terms, problems } = readImageQuery(text, now)
      expect(terms.length).toBeLessThanOrEqual(termsMaximum)
      for (const places of [terms, problems]) {
        let before = 0
        for (const { from, to } of places) {
          expect(from).toBeGreaterThanOrEqual(before)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          before = from
        }
      }
      for (const { from, to, text: part, code } of problems) {
        expect(part).toBe(text.slice(from, to))
        expect(queryProblems).toContain(code)
      }
    }),
    { numRuns: 2000 },
  )
})

test('words are found as they were typed, in any order of the other parts', () => {
  const word = fc.stringMatching(/^[a-z灯台]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), fc.array(fc.nat(2), { maxLength: 8 }), (words, kinds) => {
      const typed = words.map(
        (text, at) => ['', '-', '"'][kinds[at] ?? 0] + text + (kinds[at] === 2 ? '"' : ''),
      )
      const { terms, problems } = readImageQuery(typed.join('  '), now)
      expect(problems).toEqual([])
      expect(terms.map(({ condition, isNegated }) => [condition, isNegated])).toEqual(
        words.map((text, at) => [{ kind: 'words', text }, kinds[at] === 1]),
      )
    }),
  )
})

test('a query of 10,000 characters is read in no time worth mentioning', () => {
  for (const text of ['a '.repeat(5000), '"'.repeat(10_000), 'model:'.repeat(1666), '-'.repeat(10_000)]) {
    const began = performance.now()
    readImageQuery(text, now)
    expect(performance.now() - began).toBeLessThan(50)
  }
})

describe('a query', () => {
  test.each([
    ['model:aurora', [{ kind: 'in', field: 'model', text: 'aurora' }]],
    ['MODEL:"aurora 2"', [{ kind: 'in', field: 'model', text: 'aurora 2' }]],
    ['batch:"wool, noon"', [{ kind: 'in', field: 'batch', text: 'wool, noon' }]],
    ['size:>1024', [{ kind: 'side', comparison: '>', pixels: 1024 }]],
    ['size:1024x1536', [{ kind: 'size', width: 1024, height: 1536 }]],
    ['ratio:16:9', [{ kind: 'ratio', comparison: '=', ratio: 16 / 9 }]],
    ['ratio:portrait', [{ kind: 'ratio', comparison: '<', ratio: 1 }]],
    ['ratio:>=1.5', [{ kind: 'ratio', comparison: '>=', ratio: 1.5 }]],
    ['before:2026', [{ kind: 'time', edge: 'before', at: new Date(2026, 0, 1).getTime() }]],
    ['after:2026-03', [{ kind: 'time', edge: 'after', at: new Date(2026, 2, 1).getTime() }]],
    ['after:yesterday', [{ kind: 'time', edge: 'after', at: new Date(2026, 10, 23).getTime() }]],
    ['is:unseen', [{ kind: 'seen', isSeen: false }]],
    [
      '"a b" c',
      [
        { kind: 'words', text: 'a b' },
        { kind: 'words', text: 'c' },
      ],
    ],
    ['https://a.b/c', [{ kind: 'words', text: 'https://a.b/c' }]],
    ['-', [{ kind: 'words', text: '-' }]],
    ['', []],
  ])('%s is understood', (text, expected) => {
    expect(conditions(text)).toEqual(expected)
    expect(problems(text)).toEqual([])
  })

  test.each([
    ['style:noir', [['unknownKey', 'style:noir']]],
    ['a model:', [['missingValue', 'model:']]],
    ['size:huge', [['badSize', 'size:huge']]],
    ['ratio:0', [['badRatio', 'ratio:0']]],
    ['ratio:16:0', [['badRatio', 'ratio:16:0']]],
    ['before:2026-13', [['badDate', 'before:2026-13']]],
    ['after:2026-02-30', [['badDate', 'after:2026-02-30']]],
    ['is:pretty', [['badIs', 'is:pretty']]],
    ['a "b c', [['unclosedQuote', '"b c']]],
  ])('%s says what is wrong, and where', (text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  test('with an unknown key is searched for as it stands', () => {
    expect(conditions('style:noir')).toEqual([{ kind: 'words', text: 'style:noir' }])
  })

  test('says that it has too many parts once', () => {
    expect(problems('a '.repeat(40))).toEqual([['tooManyTerms', 'a']])
  })
})
