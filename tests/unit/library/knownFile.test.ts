import { expect, test } from 'vitest'
import { isAsKnown, isUntouched } from '../../../electron/core/library/knownFile'

const minute = 60_000
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

test('a program that keeps the time of a file it writes is told by what the system notes', () => {
  const found = { size: 5, time: 900_000 }
  expect(isUntouched(looked, { ...found, change: 900_000 + minute + 0.25 })).toBe(true)
  expect(isUntouched(looked, { ...found, change: 900_000 + 90 * minute + 0.25 })).toBe(false)
  expect(isUntouched(looked, { ...found, size: 6, change: 900_000.25 })).toBe(false)
})

test('a drive that keeps no time of changes, or counts in hundredths of seconds, tells nothing', () => {
  const found = { size: 5, time: 900_000 }
  for (const change of [900_000, 900_010, 902_000])
    expect(isUntouched(looked, { ...found, change })).toBe(false)
  for (const change of [900_001, 900_010.25]) expect(isUntouched(looked, { ...found, change })).toBe(true)
})
