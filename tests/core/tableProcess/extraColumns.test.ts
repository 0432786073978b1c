import { describe, expect, test } from 'vitest'
import { settings, startTables, type TestTables } from './tableHarness'

const codes = async (tables: TestTables) =>
  (await tables.rows()).map(({ errors }) => errors.map(({ column, error }) => [column, error.code]))
const extras = async (tables: TestTables) =>
  (await tables.plan()).map(({ drafts }) => drafts.map(({ extra }) => extra))

describe('a column whose name begins with +', () => {
  test('is an extra field, and each of its cells is one, as it was typed', async () => {
    const tables = await startTables()
    const text = [
      'prompt,+quality,+ seed ,+,colour',
      'a {{colour}} wren,high,12345678901234567890,x,red',
      'a heron,,1.50,,',
      'a grebe," ", , ,',
      'a goose,"{""a"": [1.0]}",,,',
    ].join('\n')
    const table = await tables.read({ path: tables.file('birds.csv', text) })
    expect(table.settings.roles).toEqual(['prompt', 'extra', 'extra', null, null])
    expect(await codes(tables)).toEqual([[], [], [], []])
    expect(await extras(tables)).toEqual([
      [
        [
          { name: 'quality', value: 'high' },
          { name: 'seed', value: '12345678901234567890' },
        ],
      ],
      [[{ name: 'seed', value: '1.50' }]],
      [undefined],
      [[{ name: 'quality', value: '{"a": [1.0]}' }]],
    ])
  })

  test('of JSON has its values as JSON, and every digit of a long number', async () => {
    const tables = await startTables()
    const lines = [
      '{"prompt":"a wren","+seed":12345678901234567890,"+style":"ink","+flags":{"a":[1,true]}}',
      '{"prompt":"a heron","+seed":null,"+__proto__":"x"}',
    ]
    await tables.read({ path: tables.file('birds.jsonl', lines.join('\n')) })
    expect(await extras(tables)).toEqual([
      [
        [
          { name: 'seed', value: '12345678901234567890' },
          { name: 'style', value: 'ink' },
          { name: 'flags', value: '{"a":[1,true]}' },
        ],
      ],
      [[{ name: '__proto__', value: 'x' }]],
    ])
  })

  test('can have another role, and any other column can be one, under its own name', async () => {
    const tables = await startTables()
    await tables.read({ text: 'prompt\t+colour\tseed\na wren\tred\t41' })
    const roles = ['prompt', null, 'extra'] as const
    await tables.table({
      kind: 'change',
      settings: { ...settings, roles: [...roles] },
      planning: { fullBackground: false },
    })
    const [row] = await tables.plan()
    expect(row?.drafts).toMatchObject([{ prompt: 'a wren', extra: [{ name: 'seed', value: '41' }] }])
  })

  test('has an error in each cell that can’t be sent', async () => {
    const tables = await startTables()
    const deep = '['.repeat(21) + ']'.repeat(21)
    const name = 'x'.repeat(101)
    await tables.read({
      text: [
        `prompt\t+stream\t+Size\t+quality\t+quality\t+${name}`,
        'a wren\ttrue\t1x1\thigh\tlow\t1',
        `a heron\t\t\t${deep}\t\t`,
        `a grebe\t\t\t${'x'.repeat(17_000)}\t\t`,
        'a goose\t\t\thigh\t\t',
      ].join('\n'),
    })
    expect(await codes(tables)).toEqual([
      [
        [1, 'extraStream'],
        [2, 'extraNameReserved'],
        [4, 'extraNameTwice'],
        [5, 'extraNameTooLong'],
      ],
      [[3, 'extraTooDeep']],
      [[3, 'extraTooLong']],
      [],
    ])
    expect(await tables.edit(2, 3, 'high')).toMatchObject({ errors: [] })
  })

  test('never makes a header of the first line of a list of prompts', async () => {
    const tables = await startTables()
    const table = await tables.read({ path: tables.file('list.csv', '+1 for a wren\na heron\n') })
    expect(table).toMatchObject({ columns: ['prompt'], counts: { rows: 2, wrong: 0 } })
  })
})

describe('what a row is known by', () => {
  const known = async (text: string) => {
    const tables = await startTables()
    await tables.read({ text })
    return (await tables.identities()).map(({ content, source }) => ({ content, source }))
  }

  test('is what it always was, without extra fields of its own', async () => {
    const rows = [
      {
        content: 'vV21039lMeJW_Jg26r2wGET_eFtqnPqooBUJMSuCHno',
        source: 'sA-fIFQSaZKx-8h7qD7YG9sFJ23eDKz-UR37KHcHCaI',
      },
      {
        content: 'jDiuUykvf6OdwnWZcxQwjNQObkNMDcE7FVp7joypHys',
        source: 'hCVgt-xdKiK8N-DfbV0x4W_4IvAV0zcZGl7JdwOMbs0',
      },
    ]
    expect(await known('prompt\tmode\tn\na wren\t\t\na heron\tdirect\t2')).toEqual(rows)
    const [wren, heron] = await known('prompt\tmode\tn\t+quality\na wren\t\t\t\na heron\tdirect\t2\t ')
    expect([wren?.content, heron?.content]).toEqual(rows.map(({ content }) => content))
  })

  test('is also what its extra fields send, whatever the order of their columns and the blanks around a number', async () => {
    const contents = async (text: string) => (await known(text)).map(({ content }) => content)
    const [one, ...others] = await contents(
      'prompt\t+quality\t+seed\na wren\thigh\t41\na wren\thigh\t42\na wren\tlow\t41\na wren\t\t41',
    )
    expect(new Set([one, ...others]).size).toBe(4)
    expect(await contents('+seed\tprompt\t+quality\n 41 \ta wren\thigh')).toEqual([one])
  })
})
