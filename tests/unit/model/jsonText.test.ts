import { readJson } from '@shared/model/jsonText'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Texts that are nearly JSON: valid ones, with a piece put in, or cut off. */
const nearlyJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', '{', '}', '[', ']', '0', '-', '.', 'e', '\n', '\0'),
  )
  .chain(([text, place, piece]) => {
    const at = place % (text.length + 1)
    return fc.constantFrom(text, text.slice(0, at) + piece + text.slice(at), text.slice(0, at))
  })

describe('reading JSON as text', () => {
  test('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string({ unit: 'binary' })), (text) => {
        expect(readJson(text).ok).toBe(isJson(text))
      }),
      { numRuns: 5000 },
    )
  })

  test('keeps the members of an object as they were typed, in their order, twice if they are there twice', () => {
    const text =
      ' { "seed" : 9007199254740993 , "a\\u0062":[1.50,\n{"c":1}], "__proto__":{"x":1},"seed":-0 } '
    expect(readJson(text)).toEqual({
      ok: true,
      kind: 'object',
      depth: 3,
      members: [
        { name: 'seed', text: '9007199254740993' },
        { name: 'ab', text: '[1.50,\n{"c":1}]' },
        { name: '__proto__', text: '{"x":1}' },
        { name: 'seed', text: '-0' },
      ],
    })
  })

  test.each([
    ['', 0],
    ['{"a":1,}', 7],
    ['{"a":1 "b":2}', 7],
    ['[1, 02]', 5],
    ['"a', 0],
    ['{"a":nul}', 5],
    ['{} x', 3],
    ['[[[', 3],
  ])('says where %j stops being JSON', (text, at) => {
    expect(readJson(text)).toEqual({ ok: false, at })
  })

  test('measures any depth without running out of stack', () => {
    const deep = 100_000
    expect(readJson('['.repeat(deep) + ']'.repeat(deep))).toMatchObject({ ok: true, depth: deep })
    expect(readJson('{"a":'.repeat(deep))).toEqual({ ok: false, at: 5 * deep })
  })
})
