import type { Understood } from '@shared/model/exchange'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerPieces, pathText } from '../../../renderer/text/answerPieces'

const shown = (text: string) =>
  answerPieces(text, [])
    .map((piece) => piece.text)
    .join('')

describe('an answer in pieces', () => {
  test('is the same JSON, and each value stands in it as it came', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.parse(shown(text))).toEqual(JSON.parse(text))
        for (const piece of answerPieces(text, []))
          if (piece.value !== null)
            expect(piece.text).toBe(text.slice(piece.value.leaf.start, piece.value.leaf.end))
      }),
      { numRuns: 1000 },
    )
  })

  test('is laid out as JSON usually is', () => {
    const value = { a: [], b: {}, c: [1, { d: 'x, y: {' }], 'e f': null, g: true, h: 'a "word"' }
    expect(shown(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  })

  test.each(['<p>a, b: c</p>', 'plain words, and: more', '[Error] something, somewhere', ''])(
    'is as it came, if it is no JSON: %j',
    (text) => {
      expect(shown(text)).toBe(text)
    },
  )

  test('is laid out up to where it breaks off', () => {
    expect(shown('{"a":"b","c":[tr ue, x')).toBe('{\n  "a": "b",\n  "c": [tr ue, x')
  })

  test('has each role of a value, and none that is empty or says only yes or no', () => {
    const text = '{"a":"t-1","b":"","c":true,"d":77}'
    const understood: Understood[] = [
      { role: 'taskId', start: 5, end: 10 },
      { role: 'image', start: 5, end: 10 },
      { role: 'status', start: 22, end: 26 },
    ]
    const values = answerPieces(text, understood).filter(({ value }) => value !== null)
    expect(values.map((piece) => [piece.text, piece.value?.roles])).toEqual([
      ['"t-1"', ['taskId', 'image']],
      ['true', ['status']],
      ['77', []],
    ])
  })

  test('offers no more values than a page can hold', () => {
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => 10_000 + at))
    expect(answerPieces(many, []).filter(({ value }) => value !== null)).toHaveLength(2000)
    expect(shown('['.repeat(50_000)).length).toBeLessThan(2_000_000)
  })
})

test('a path is written as in code', () => {
  expect(pathText(['deliver', 'where', 0, 'a b', 'the-url'])).toBe('deliver.where[0]["a b"].the-url')
  expect(pathText([0, 'url'])).toBe('[0].url')
})
