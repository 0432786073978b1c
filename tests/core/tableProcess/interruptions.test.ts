import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { readAs, settings, startTables } from './tableHarness'

/** Enough that at some moment only a part of the rows is read. */
const tableOf = (rows: number): string => `prompt,n\n${'a quiet harbour at dawn,1\n'.repeat(rows)}`
const manyRows = tableOf(500_000)
const planning = { fullBackground: false }

describe('a table while it is read', () => {
  test('reports its progress, shows what is there, and is gone when it is stopped', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', manyRows)
    const { id, answer } = tables.begin({
      kind: 'read',
      tableId: 'table',
      name: 'list.csv',
      source: { path },
      readAs,
      settings,
      planning,
    })
    await eventually(() => tables.progress.some(({ counts }) => counts.rows > 0))
    expect(tables.progress[0]).toMatchObject({
      stage: 'reading',
      progress: { done: 0, total: manyRows.length },
    })
    expect((await tables.rows({}, 0, 1))[0]?.cells).toEqual(['a quiet harbour at dawn', '1'])
    tables.stop(id)
    expect(await answer).toMatchObject({ kind: 'failed', error: { code: 'interrupted' } })
    expect(existsSync(join(tables.folder, 'kept', 'table.db'))).toBe(false)
    expect(await tables.read({ text: 'a' })).toMatchObject({ counts: { rows: 1 } })
  })

  test('does not survive a kill, but one that was read to its end does', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', manyRows)
    await tables.read({ text: 'whole' }, 'whole')
    const source = { path }
    void tables.begin({ kind: 'read', tableId: 'half', name: 'half', source, readAs, settings, planning })
    await eventually(() => tables.progress.some(({ counts }) => counts.rows > 0))
    await tables.restart()
    expect(await tables.ask({ kind: 'reopen', tableId: 'half' })).toMatchObject({
      error: { code: 'rowMissing' },
    })
    expect(await tables.ask({ kind: 'reopen', tableId: 'never' })).toMatchObject({
      error: { code: 'rowMissing' },
    })
    expect(await tables.table({ kind: 'reopen', tableId: 'whole' })).toMatchObject({ counts: { rows: 1 } })
  })
})

describe('a table while it is checked again', () => {
  test('is as before when that is stopped', async () => {
    const tables = await startTables()
    const table = await tables.read({ path: tables.file('list.csv', tableOf(60_000)) })
    const changed = { ...table.settings, roles: ['prompt', null] } satisfies typeof table.settings
    const { id, answer } = tables.begin({ kind: 'change', settings: changed, planning })
    await eventually(() => tables.progress.some(({ stage }) => stage === 'checking'))
    tables.stop(id)
    expect(await answer).toMatchObject({ kind: 'failed', error: { code: 'interrupted' } })
    const now = await tables.table({ kind: 'select', which: { rows: [1] }, selected: true })
    expect(now).toEqual(table)
  })
})
