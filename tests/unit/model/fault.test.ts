import { framesOf } from '@shared/model/fault'
import { expect, test } from 'vitest'

test('the frames of a bug hold none of its message, not even lines that look like frames', () => {
  const { name, frames } = framesOf(new RangeError('an owl\n    at dusk (lake.js:1:2)\n    at dawn'))
  expect(name).toBe('RangeError')
  expect(frames[0]).toMatch(/^at .*fault\.test\.ts:\d+:\d+\)?$/)
  expect(frames.join()).not.toMatch(/owl|dusk|dawn/)
})

test('whatever else is thrown has a kind and no frames', () => {
  expect(framesOf('an owl')).toEqual({ name: 'string', frames: [] })
  expect(framesOf(undefined)).toEqual({ name: 'undefined', frames: [] })
})
