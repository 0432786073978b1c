import { expect, test } from 'vitest'
import { createRowPrompts } from '../../../electron/tables/checks/rowPrompts'

const long = 'x'.repeat(1000)
const read = (text: string, alternatives = true) =>
  createRowPrompts([{ name: 'Long', column: 0 }], alternatives)(text, () => long)

test('the cells of a row are inserted in its prompt', () => {
  expect(read('a {{long}}')).toEqual({ prompts: [`a ${long}`], error: null })
  expect(read('{a|b}')).toEqual({ prompts: ['a', 'b'], error: null })
  expect(read('{a|b}', false)).toEqual({ prompts: ['{a|b}'], error: null })
  expect(read('{a|b', false)).toEqual({ prompts: ['{a|b'], error: null })
  expect(read('["{a|b}", "{{long}}"]')).toEqual({ prompts: [`["{a|b}", "${long}"]`], error: null })
})

test.each([
  ['a cell that stands in it very often', '{{long}}'.repeat(125_000), 'cellTooLong', { length: 125_000_000 }],
  [
    'many prompts that are long together',
    `${'{a|b}'.repeat(9)}${'{{long}}'.repeat(50)}`,
    'cellTooLong',
    { length: 512 * 50_009 },
  ],
  ['an alternative with nothing', '{a| }', 'promptEmpty', {}],
  ['a million alternatives', '{a|b}'.repeat(20), 'rowTooMany', { count: '1048576' }],
  ['a brace that isn’t closed', 'a {red|blue fox', 'braceUnpaired', { part: '{red|blue fox' }],
  ['a brace that isn’t opened', 'a red|blue} fox', 'braceUnpaired', { part: 'a red|blue}' }],
  ['a column there is not', '{{Short}}', 'columnUnknown', { name: 'Short' }],
])('%s is refused before a prompt is made', (_, text, code, params) => {
  expect(read(text)).toMatchObject({ prompts: null, error: { code, params } })
})
