import { queryProblems, readImageQuery, termsMaximum } from '@shared/model/imageQuery'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

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
  ...[
    '2026-03',
    'unseen',
    '灯台',
    'a',
    'fern',
    '😀',
    'x',
    '\\',
    '%',
    '\n',
    '“',
    '”',
    '：',
    '－',
    '\ud83d',
    '\x1b',
    '\u3000',
  ],
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

// Far longer than a query may be: by anything that isn't linear the test would never end.
test('a query of 200,000 characters is read, whatever is repeated in it', () => {
  const hostile = [
    'a',
    'a ',
    '"',
    '" ',
    'model:',
    'model: ',
    '-',
    '- ',
    ':',
    'a:',
    'a: ',
    'ratio:9:',
    '1.1',
    '“',
    '\0',
    '\0a',
  ]
  for (const piece of [...hostile, 'size:1x1 ', 'cost:>1 ', 'ſ', '🎨', '\u0301', '\x1b ', 'é"'])
    for (const prefix of ['', 'size:', 'ratio:', 'before:', 'cost:>', 'is:', '-"']) {
      const text = (prefix + piece.repeat(200_000 / piece.length)).slice(0, 200_000)
      const { terms, problems } = readImageQuery(text, now)
      // Never more than the user can use.
      expect(terms.length).toBeLessThanOrEqual(termsMaximum)
      expect(problems.length).toBeLessThanOrEqual(2 * termsMaximum + 1)
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
    ['12:30', [{ kind: 'words', text: '12:30' }]],
    ['“a b”', [{ kind: 'words', text: 'a b' }]],
    ['－model：“a b”', [{ kind: 'in', field: 'model', text: 'a b' }]],
    ['size:＞１０２４', [{ kind: 'side', comparison: '>', pixels: 1024 }]],
    ['ratio:１６：９', [{ kind: 'ratio', comparison: '=', ratio: 16 / 9 }]],
    [
      '灯台\u3000海',
      [
        { kind: 'words', text: '灯台' },
        { kind: 'words', text: '海' },
      ],
    ],
    ['"" -"" " "', []],
    [
      ': :',
      [
        { kind: 'words', text: ':' },
        { kind: 'words', text: ':' },
      ],
    ],
    ['batch:"5" nails"'.slice(0, 10), [{ kind: 'in', field: 'batch', text: '5' }]],
    ['-is:seen', [{ kind: 'seen', isSeen: true }]],
    ['is:SEEN', [{ kind: 'seen', isSeen: true }]],
    [
      'is:kept -is:Rejected',
      [
        { kind: 'flag', flag: 'kept' },
        { kind: 'flag', flag: 'rejected' },
      ],
    ],
    ['is:unflagged', [{ kind: 'flag', flag: null }]],
    ['is:brought', [{ kind: 'brought' }]],
    ['is:favourite', [{ kind: 'favourite' }]],
    ['is:Missing', [{ kind: 'outside', outside: 'missing' }]],
    ['is:changed', [{ kind: 'outside', outside: 'changed' }]],
    ['is:Favorite', [{ kind: 'favourite' }]],
    ['note:"to print"', [{ kind: 'note', text: 'to print' }]],
    ['rating:5', [{ kind: 'rating', comparison: '=', stars: 5 }]],
    ['rating:>=３', [{ kind: 'rating', comparison: '>=', stars: 3 }]],
    ['cost:0', [{ kind: 'cost', comparison: '=', credits: 0 }]],
    ['cost:>=0.25', [{ kind: 'cost', comparison: '>=', credits: 0.25 }]],
    ['size:<=512', [{ kind: 'side', comparison: '<=', pixels: 512 }]],
    ['connection:studio', [{ kind: 'in', field: 'connection', text: 'studio' }]],
    ['before:2026-03-10', [{ kind: 'time', edge: 'before', at: new Date(2026, 2, 10).getTime() }]],
    ['after:today', [{ kind: 'time', edge: 'after', at: new Date(2026, 10, 24).getTime() }]],
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
    ['"', [['unclosedQuote', '"']]],
    ['“a', [['unclosedQuote', '“a']]],
    ['batch:"a b', [['unclosedQuote', 'batch:"a b']]],
    ['a fern"', [['looseQuote', 'fern"']]],
    ['model:""', [['missingValue', 'model:""']]],
    ['-size:', [['missingValue', '-size:']]],
    ['cost:-1', [['badCost', 'cost:-1']]],
    ['rating:6', [['badRating', 'rating:6']]],
    ['rating:>', [['badRating', 'rating:>']]],
    ['size:0x5', [['badSize', 'size:0x5']]],
    ['before:2027-02-29', [['badDate', 'before:2027-02-29']]],
  ])('%s says what is wrong, and where', (text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  test('with an unknown key is searched for as it stands', () => {
    expect(conditions('style:noir')).toEqual([{ kind: 'words', text: 'style:noir' }])
    expect(conditions('title:"a b" c')).toEqual([
      { kind: 'words', text: 'title:"a b"' },
      { kind: 'words', text: 'c' },
    ])
  })

  test('says that it has too many parts once', () => {
    expect(problems('a '.repeat(40))).toEqual([['tooManyTerms', 'a']])
  })

  test('reads as many of its parts as it says, also of those with an unknown key', () => {
    expect(conditions('a:b '.repeat(40))).toHaveLength(termsMaximum)
  })
})

describe('a day', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
    else process.env.TZ = zone
  })

  // Where clocks change at midnight, that day begins at one; where a zone skipped a day, there was none.
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z'],
    ['Asia/Kolkata', '2026-03-10', '2026-03-09T18:30Z'],
    ['Pacific/Kiritimati', '2026-01', '2025-12-31T10:00Z'],
    ['Pacific/Apia', '2011-12-30', null],
  ])('in %s, %s begins at %s', (timeZone, day, begins) => {
    process.env.TZ = timeZone
    expect(conditions(`after:${day}`)).toEqual(
      begins === null ? [] : [{ kind: 'time', edge: 'after', at: Date.parse(begins) }],
    )
  })
})
