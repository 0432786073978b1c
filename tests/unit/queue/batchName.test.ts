import { expect, test } from 'vitest'
import { batchName } from '../../../electron/core/queue/rows/batchName'

test.each([
  ['a fern', 'a fern'],
  ['  a  fern\nat dawn ', 'a fern at dawn'],
  ['Isometric greenhouse with tropical plants and a brass telescope', 'Isometric greenhouse with tropical…'],
  [
    'A lighthouse on a basalt cliff, at dawn, seen from the water',
    'A lighthouse on a basalt cliff, at dawn…',
  ],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(60), `${'x'.repeat(40)}…`],
  ['灯'.repeat(60), `${'灯'.repeat(40)}…`],
])('a batch of “%s” is named “%s”', (prompt, name) => {
  expect(batchName(prompt)).toBe(name)
})
