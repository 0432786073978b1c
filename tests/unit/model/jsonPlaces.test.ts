import { jsonPlaces } from '@shared/model/jsonPlaces'
import { answerPathMaximum } from '@shared/model/taughtPlace'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

type Leaf = readonly [path: readonly (string | number)[], value: unknown]

function leavesOf(value: unknown, path: readonly (string | number)[] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

/** The values of a text as they are found in it. */
const found = (text: string): readonly Leaf[] =>
  jsonPlaces(text).leaves.map(({ path, start, end }) => [path, JSON.parse(text.slice(start, end))])

const spacing = fc.constantFrom(undefined, 2, '\t')

describe('the places of the values in a JSON text', () => {
  test('hold exactly the text of each value, at its path', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), spacing, (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const places = jsonPlaces(text)
        expect(found(text)).toEqual(leavesOf(JSON.parse(text)))
        for (const leaf of places.leaves) expect(places.at(leaf.path)).toBe(leaf)
      }),
      { numRuns: 2000 },
    )
  })

  test('are those of the whole values, where the text is cut off', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), fc.nat(), (value, place) => {
        const text = JSON.stringify(value)
        const all = jsonPlaces(text).leaves
        const cut = place % text.length
        const isWord = (end: number) => text[end - 1] !== '"'
        const whole = all.filter(({ end }) => (isWord(end) ? end < cut : end <= cut))
        expect(jsonPlaces(text.slice(0, cut)).leaves).toEqual(whole)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['{"id":"a","error":nul', [[['id'], 'a']]],
    ['[1,2x', [[[0], 1]]],
    ['\uFEFF{"id": 7}', [[['id'], 7]]],
    ['no JSON', []],
    ['', []],
    ['"text"', [[[], 'text']]],
  ])('in %j', (text, leaves) => {
    expect(found(text)).toEqual(leaves)
  })

  test('are that of the last, if a name is there twice, and of the string that holds JSON', () => {
    const text = '{"a":1,"a":2,"json":"{\\"url\\":\\"u\\"}"}'
    const at = (...path: (string | number)[]) => {
      const leaf = jsonPlaces(text).at(path)
      return leaf === null ? null : text.slice(leaf.start, leaf.end)
    }
    expect(at('a')).toBe('2')
    expect(at('json', 'url')).toBe('"{\\"url\\":\\"u\\"}"')
    expect(at('a', 'b')).toBeNull()
    expect(at('missing')).toBeNull()
    expect(at()).toBeNull()
  })

  test('are left out where they are nested too deep, without end', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
    expect(jsonPlaces(nested(answerPathMaximum)).leaves).toHaveLength(1)
    expect(jsonPlaces(nested(answerPathMaximum + 1)).leaves).toEqual([])
    expect(jsonPlaces('[1,'.repeat(30_000)).leaves).toHaveLength(answerPathMaximum)
  })
})
