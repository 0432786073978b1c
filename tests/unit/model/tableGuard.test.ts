import { guarded, isGuardedColumn, resultColumns, unguarded } from '@shared/model/tableGuard'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('the guard of a cell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\tx', '\rx'])(
    'is put before %j',
    (words) => {
      expect(guarded(words)).toBe(`'${words}`)
    },
  )

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a;＝1+1', "a;'＝1+1"],
    ['a;"=1+1', `a;"'=1+1`],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a\n-1', "a\n'-1"],
    ['a,+1|=2', "a,'+1|'=2"],
    ["a;'=1", "a;''=1"],
  ])('is put before text where another separator would begin a cell: %j', (words, expected) => {
    expect(guarded(words)).toBe(expected)
  })

  test.each(['', 'a red chair', "'tis a chair", ' =1', '1=1', 'a chair, -5 °C', 'a; b = c'])(
    'is not put before %j',
    (words) => {
      expect(guarded(words)).toBe(words)
    },
  )

  test('is removed whatever the text is, and an apostrophe of its own stays', () => {
    const begun = fc.stringMatching(/^['"=+\-@\t\r\n;,| a]{0,8}$/)
    fc.assert(
      fc.property(begun, fc.string({ unit: 'grapheme' }), (begin, rest) => {
        expect(unguarded(guarded(begin + rest))).toBe(begin + rest)
      }),
    )
  })

  test('is used for the columns with text from the service and names of files', () => {
    expect(resultColumns.filter(isGuardedColumn)).toEqual(['file', 'revised_prompt', 'error', 'task_id'])
  })
})
