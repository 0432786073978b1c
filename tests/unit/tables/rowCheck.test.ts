import { describe, expect, test } from 'vitest'
import { createRowCheck } from '../../../electron/tables/checks/rowCheck'
import { tableSample } from '../../support/tableSamples'

const check = (role: 'unused' | null, cell: string) => {
  const columns = ['prompt', 'note']
  const settings = { ...tableSample().settings, roles: ['prompt' as const, role] }
  const cells = ['a {{note}} fern', cell]
  return createRowCheck({ columns, settings, fullBackground: false })({
    cells,
    json: JSON.stringify(cells),
    fault: null,
  })
}
const codes = (row: ReturnType<typeof check>) => row.errors.map(({ error }) => error.code)

describe('a column that isn’t used', () => {
  test('is no variable, and what is wrong in it is no error', () => {
    expect(codes(check(null, 'lost \ufffd'))).toEqual(['characterLost'])
    expect(codes(check('unused', 'lost \ufffd'))).toEqual(['columnUnknown'])
  })
})

describe('a cell', () => {
  test('has no control characters, as a wrong encoding leaves them', () => {
    expect(codes(check(null, 'a\x92b'))).toContain('controlCharacter')
  })
})
