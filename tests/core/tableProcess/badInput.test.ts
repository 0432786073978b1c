import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startTables } from './tableHarness'

const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('a file that isn’t a table', () => {
  test.each([
    [
      'an image named .csv',
      'list.csv',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'tableBinary',
    ],
    ['nothing but zeros', 'list.csv', Buffer.alloc(2000), 'tableBinary'],
    ['a spreadsheet’s own file', 'list.csv', Buffer.from('PK\x03\x04 and so on'), 'tableSpreadsheet'],
    ['an empty file', 'list.csv', '', 'tableWithoutRows'],
    ['a header without rows', 'list.csv', 'prompt,n\n', 'tableWithoutRows'],
    ['JSON without a list', 'list.json', '{"prompt": "a"}', 'tableJsonShape'],
    ['a list of words', 'list.json', '["a", "b"]', 'tableJsonShape'],
    ['two lists', 'list.json', '{"a": [{"prompt": "a"}], "b": [{"prompt": "b"}]}', 'tableJsonShape'],
    ['what is no JSON', 'list.json', 'prompt: a', 'tableJsonBroken'],
    ['JSON nested without end', 'list.json', `[{"prompt": ${'['.repeat(500_000)}`, 'tableJsonShape'],
  ])('is reported: %s', async (_, name, content, code) => {
    const tables = await startTables()
    const path = tables.file(name, content)
    const before = hash(path)
    expect(await tables.read({ path })).toMatchObject({ stage: 'ready', problem: { code } })
    expect(hash(path)).toBe(before)
  })

  test('is refused by its size before it is read', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', 'prompt\n')
    truncateSync(path, 2 * 1024 * 1024 * 1024)
    expect(await tables.read({ path })).toMatchObject({
      counts: { rows: 0 },
      problem: { code: 'tableFileTooLarge', params: { megabytes: 2048, maximum: 512 } },
    })
  })

  test('may be missing, a folder, or unreadable', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', 'prompt\na\n')
    mkdirSync(join(tables.folder, 'folder.csv'))
    const unreadable = (cause: string) => ({ problem: { code: 'tableUnreadable', detail: { cause } } })
    expect(await tables.read({ path: join(tables.folder, 'folder.csv') })).toMatchObject(unreadable('EISDIR'))
    chmodSync(path, 0)
    // The superuser can open every file.
    if (process.getuid?.() !== 0) expect(await tables.read({ path })).toMatchObject(unreadable('EACCES'))
    rmSync(path)
    expect(await tables.read({ path })).toMatchObject(unreadable('ENOENT'))
  })
})

describe('a table that breaks off', () => {
  test.each([
    [
      'cut-off JSON',
      'list.json',
      '[{"prompt": "a"}, {"prompt": "b',
      { code: 'tableJsonBroken', params: { row: 2 } },
    ],
    ['JSON with words after it', 'list.json', '[{"prompt": "a"}] and', { code: 'tableJsonBroken' }],
    [
      'JSON that goes on otherwise',
      'list.json',
      '[{"prompt": "a"}, 7]',
      { code: 'tableJsonShape', params: { row: 2 } },
    ],
    [
      'an open quote',
      'list.csv',
      'prompt,n\na,1\n"b,1\nc,1\n',
      { code: 'tableQuoteOpen', params: { line: 3 } },
    ],
  ])('keeps the rows before, and names the place: %s', async (_, name, content, problem) => {
    const tables = await startTables()
    const path = tables.file(name, content)
    const before = hash(path)
    expect(await tables.read({ path })).toMatchObject({ counts: { rows: 1, toQueue: 1 }, problem })
    expect((await tables.cells())[0]?.[0]).toBe('a')
    expect(hash(path)).toBe(before)
  })

  test.each([
    ['a CSV', 'list.csv', 'prompt,n\na,1\n"'],
    ['text', 'list.txt', 'a\n'],
    ['JSON', 'list.json', '[{"prompt": "a"}, {"prompt": "'],
  ])('also does so where a row has no end: %s', async (_, name, start) => {
    const tables = await startTables()
    const path = tables.file(name, start + 'x'.repeat(40 * 1024 * 1024))
    const { problem, counts } = await tables.read({ path })
    expect(problem?.code).toMatch(/^table(Record|Object)TooLong$/)
    expect(counts.rows).toBe(1)
  })

  test('at more rows than allowed', async () => {
    const tables = await startTables()
    const path = tables.file('list.txt', 'x\n'.repeat(1_000_001))
    expect(await tables.read({ path })).toMatchObject({
      counts: { rows: 1_000_000 },
      problem: { code: 'tableTooManyRows', params: { maximum: 1_000_000 } },
    })
  })

  test('at more columns than allowed', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', `prompt,n\na,1\n${'b,'.repeat(200)}\n`)
    expect(await tables.read({ path })).toMatchObject({
      counts: { rows: 1 },
      problem: { code: 'tableTooManyColumns', params: { row: 2, maximum: 200 } },
    })
  })
})

describe('a table without a prompt column', () => {
  test('has its rows, and is valid once a column is named', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', 'what,n\na cat,2\na dog,1\n')
    const table = await tables.read({ path })
    expect(table).toMatchObject({
      counts: { rows: 2, wrong: 2, toQueue: 0 },
      problem: { code: 'tableWithoutPrompt' },
    })
    const changed = await tables.table({
      kind: 'change',
      settings: { ...table.settings, roles: ['prompt', 'n'] },
      planning: { fullBackground: false },
    })
    expect(changed).toMatchObject({ counts: { wrong: 0, toQueue: 2, requests: 3 }, problem: null })
  })
})

describe('ten megabytes in one cell', () => {
  test('are reported for the cell, and memory stays bounded', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', `prompt,n\na,1\n"${'word '.repeat(2 * 1024 * 1024)}",1\nb,1\n`)
    const before = hash(path)
    expect(await tables.read({ path })).toMatchObject({ counts: { rows: 3, wrong: 1 }, problem: null })
    const rows = await tables.rows()
    expect(rows[1]).toMatchObject({
      row: 2,
      line: 3,
      cut: [0],
      errors: [
        { column: 0, error: { code: 'cellTooLong', params: { length: 10_485_760, maximum: 1_000_000 } } },
      ],
    })
    expect(rows[1]?.cells[0]).toHaveLength(2000)
    expect(hash(path)).toBe(before)
  })

  test.skipIf(process.platform !== 'linux')('take no more memory than a few copies of them', async () => {
    const tables = await startTables()
    await tables.read({ path: tables.file('list.csv', `prompt,n\n"${'word '.repeat(2 * 1024 * 1024)}",1\n`) })
    await tables.rows()
    const peak =
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${tables.pid()}/status`, 'utf8'))?.[1]) / 1024
    expect(peak).toBeLessThan(500)
  })
})
