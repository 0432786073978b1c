import { expect, test } from 'vitest'
import { fileSize } from '../../../renderer/text/fileSize'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [412, '412 bytes'],
  [1000, '1 kB'],
  [84_000, '84 kB'],
  [1_240_000, '1.2 MB'],
  [2_000_000_000, '2 GB'],
])('%i bytes are “%s”', (bytes, words) => {
  expect(fileSize(bytes, 'en')).toBe(words)
})
