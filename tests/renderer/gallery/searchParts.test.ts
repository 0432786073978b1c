import { readImageQuery } from '@shared/model/imageQuery'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinedQuery, splitQuery } from '../../../renderer/features/gallery/search/searchParts'
import { suggestionsFor } from '../../../renderer/features/gallery/search/suggestions'

const pieces = fc.constantFrom(
  ...[
    'fern',
    '灯台',
    '"a b"',
    'model:aurora',
    '-model:"a b"',
    'size:>1024',
    'size:abc',
    'foo:bar',
    'is:unseen',
    '-x',
    '"open',
  ],
)
const meaning = (text: string) =>
  readImageQuery(text, 0)
    .terms.map(({ condition, isNegated }) => JSON.stringify([condition, isNegated]))
    .sort()

test('a query means the same as chips and text', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
      const text = parts.join(' ')
      const split = splitQuery(text, { isWhole: true })
      expect(meaning(joinedQuery(split))).toEqual(meaning(text))
      expect(joinedQuery(splitQuery(joinedQuery(split), { isWhole: true }))).toBe(joinedQuery(split))
    }),
  )
})

describe('while it is typed, a query', () => {
  test.each([
    ['model:aur', [], 'model:aur'],
    ['model:aurora ', ['model:aurora'], ''],
    ['fern model:aurora moss', ['model:aurora'], 'fern moss'],
    ['model: aurora', [], 'model: aurora'],
    ['batch:"wool, no', [], 'batch:"wool, no'],
    ['size:abc ', ['size:abc'], ''],
    ['style:noir ', [], 'style:noir '],
  ])('%j has the chips %j and the text %j', (text, chips, draft) => {
    expect(splitQuery(text, { isWhole: false })).toEqual({ chips, draft })
  })
})

describe('what can be typed next', () => {
  const texts = (text: string, values: readonly string[] = [], isAsked = false) =>
    suggestionsFor(text, values, { isAsked }).map((suggestion) => suggestion.text)

  test('are keys, once two letters say which, or when they are asked for', () => {
    expect(texts('a fern b')).toEqual([])
    expect(texts('a fern ba')).toEqual(['batch:'])
    expect(texts('a fern -mo')).toEqual(['-model:'])
    expect(texts('')).toEqual([])
    expect(texts('', [], true)).toContain('before:')
  })

  test('are values of the key, in quotation marks if they need them', () => {
    expect(texts('batch:wo', ['wool, noon', 'two', 'fern'])).toEqual(['batch:"wool, noon" ', 'batch:two '])
    expect(texts('x -is:un')).toEqual(['-is:unflagged ', '-is:unseen '])
    expect(texts('ratio:4')).toEqual(['ratio:4:3 ', 'ratio:3:4 '])
  })
})
