import { expect, test } from 'vitest'
import { isAsKnown, tellsEachChange } from '../../../electron/core/library/knownFile'

const saved = { outside: null, bytes: 5, fileTime: null, createdAt: 1_000_000 } as const
const looked = { ...saved, fileTime: 900_000 }

test.each([
  ['written before its row', saved, { size: 5, time: 999_000 }, true],
  ['written later', saved, { size: 5, time: 1_000_001 }, false],
  ['longer', saved, { size: 6, time: 999_000 }, false],
  ['as it was looked at', looked, { size: 5, time: 900_000 }, true],
  ['of an earlier time than that', looked, { size: 5, time: 899_999 }, false],
  ['missing', { ...looked, outside: 'missing' as const }, { size: 5, time: 900_000 }, false],
  [
    'changed as it was looked at',
    { ...looked, outside: 'changed' as const },
    { size: 7, time: 900_000 },
    true,
  ],
])('a file %s', (_, known, found, expected) => {
  expect(isAsKnown(known, found)).toBe(expected)
})

test('a drive that keeps no time of changes, or counts in hundredths of seconds, tells nothing', () => {
  for (const change of [900_000, 900_010, 902_000]) expect(tellsEachChange(change)).toBe(false)
  for (const change of [900_001, 900_010.25]) expect(tellsEachChange(change)).toBe(true)
})
