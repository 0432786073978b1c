import { describe, expect, test } from 'vitest'
import { createRowCheck } from '../../../electron/tables/checks/rowCheck'
import { tableSample } from '../../support/tableSamples'

const check = (role: 'unused' | null, cell: string, prompt = 'a {{note}} fern') => {
  const columns = ['prompt', 'note']
  const settings = { ...tableSample().settings, roles: ['prompt' as const, role] }
  const cells = [prompt, cell]
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

describe('an empty cell of a variable', () => {
  test('that the prompt uses is an error of that cell; one that it doesn’t use is none', () => {
    const row = check(null, ' ')
    expect(row.errors).toMatchObject([{ column: 1, error: { code: 'cellEmpty' } }])
    expect(row.drafts).toEqual([])
    expect(codes(check(null, '', 'a fern'))).toEqual([])
  })
})

describe('a cell', () => {
  test('has no control characters, as a wrong encoding leaves them', () => {
    expect(codes(check(null, 'a\x92b'))).toContain('controlCharacter')
  })
})
