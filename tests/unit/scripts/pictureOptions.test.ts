import { expect, test } from 'vitest'
import { readOptions } from '../../../scripts/screenshots/options'

test('leaves each scene its own sizes unless some are named', () => {
  expect(readOptions(['out', 'busy', 'done'])).toEqual({
    folder: 'out',
    scenes: ['busy', 'done'],
    sizes: null,
    themes: ['dark', 'light'],
  })
})

test('takes every size at 100 and 200 per cent with a single option', () => {
  const sizes = readOptions(['out', '--all'])?.sizes ?? []
  expect(sizes).toHaveLength(8)
  expect(sizes).toContainEqual({ width: 860, height: 800, zoom: 2 })
})

test('accepts sizes, zoom and theme', () => {
  const options = readOptions(['out', '--sizes', '800x600', '--zoom', '100,150', '--themes', 'light'])
  expect(options?.sizes).toEqual([
    { width: 800, height: 600, zoom: 1 },
    { width: 800, height: 600, zoom: 1.5 },
  ])
  expect(options?.themes).toEqual(['light'])
})

test.each([[[]], [['out', '--sizes', '800']], [['out', '--zoom', 'much']], [['out', '--themes', 'blue']]])(
  'refuses %j',
  (given) => {
    expect(readOptions(given)).toBeNull()
  },
)
