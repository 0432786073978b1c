import { expect, test } from 'vitest'
import { ratioOf } from '../../../renderer/parts/RequestFields'

test.each([
  ['1024x1024', '1:1'],
  ['1536x1024', '3:2'],
  ['1024x1536', '2:3'],
  ['1920x1080', '16:9'],
  ['1792x1024', '7:4'],
  ['2560x1080', '2.37:1'],
  ['1080x2560', '1:2.37'],
  ['1366x768', '1.78:1'],
  ['1000x1', '1000:1'],
  ['1x1000', '1:1000'],
  ['wide', null],
  ['0x10', null],
  ['1024x', null],
  ['', null],
])('the ratio of %j is %j', (size, ratio) => {
  expect(ratioOf(size)).toBe(ratio)
})
