import type { TablePlace, TableStep, TableView } from '@shared/model/table'
import { describe, expect, test } from 'vitest'
import { everything, startTables, type TestTables } from './tableHarness'

async function readCsv(tables: TestTables, lines: readonly string[]) {
  return tables.read({ path: tables.file('list.csv', `${lines.join('\n')}\n`) })
}

async function step(tables: TestTables, redo: boolean): Promise<TableStep | null> {
  const answer = await tables.ask({ kind: 'undo', redo, view: everything })
  if (answer.kind !== 'undone') throw new Error(JSON.stringify(answer))
  return answer.step
}
const undo = (tables: TestTables) => step(tables, false)
const redo = (tables: TestTables) => step(tables, true)
const planned = async (tables: TestTables) => (await tables.plan()).map(({ cells }) => cells)
const shown = (tables: TestTables) => tables.table({ kind: 'select', which: { rows: [] }, selected: true })

describe('a step that is undone', () => {
  test('leaves cells exactly as they were read, numbers and missing ones too', async () => {
    const tables = await startTables()
    const rows = [{ prompt: 'a', n: 1 }, { prompt: 'b', n: null, mood: 'calm' }, { prompt: 'c' }]
    await tables.read({ path: tables.file('list.json', JSON.stringify(rows)) })
    const [cells, identities] = [await planned(tables), await tables.identities()]
    await tables.edit(1, 1, 'two')
    await tables.edit(3, 2, 'wild')
    const edited = await planned(tables)
    expect(await undo(tables)).toEqual({ kind: 'cell', row: 3, column: 2, position: 2 })
    expect(await undo(tables)).toMatchObject({ row: 1, column: 1 })
    expect(await planned(tables)).toEqual(cells)
    expect(await tables.identities()).toEqual(identities)
    expect(await shown(tables)).toMatchObject({ edited: false, history: { undo: false, redo: true } })
    await redo(tables)
    await redo(tables)
    expect(await planned(tables)).toEqual(edited)
    expect(await undo(tables)).not.toBeNull()
    await tables.edit(2, 0, 'd')
    expect(await redo(tables)).toBeNull()
  })

  test('restores a row’s own problems, and a key that another row has', async () => {
    const tables = await startTables()
    await readCsv(tables, ['prompt,key', 'a,x', 'b,y', 'ragged'])
    await tables.edit(3, 0, 'whole')
    await tables.edit(2, 1, 'x')
    const wrong = async () => (await tables.rows()).map(({ errors }) => errors.map(({ error }) => error.code))
    expect(await wrong()).toEqual([[], ['keyTaken'], []])
    await undo(tables)
    expect(await wrong()).toEqual([[], [], []])
    await undo(tables)
    expect(await wrong()).toEqual([[], [], ['rowRagged']])
    expect((await shown(tables)).counts).toMatchObject({ wrong: 1, toQueue: 2 })
  })

  test('selects again the rows that were selected, and no others', async () => {
    const tables = await startTables()
    await readCsv(tables, ['prompt', 'a', 'b', 'c', 'd'])
    const selected = async () => (await tables.rows()).filter((row) => row.selected).map(({ row }) => row)
    await tables.table({ kind: 'select', which: { rows: [3, 2] }, selected: false })
    await tables.table({ kind: 'select', which: { view: everything }, selected: false })
    expect(await selected()).toEqual([])
    expect(await undo(tables)).toEqual({ kind: 'selection' })
    expect(await selected()).toEqual([1, 4])
    expect((await shown(tables)).counts).toMatchObject({ selected: 2, toQueue: 2 })
    await undo(tables)
    expect(await selected()).toEqual([1, 2, 3, 4])
    await redo(tables)
    expect(await selected()).toEqual([1, 4])
  })

  test('of the settings is reported first, and done by the change that follows', async () => {
    const tables = await startTables()
    const { settings } = await readCsv(tables, ['prompt,mood', 'a,calm'])
    const planning = { fullBackground: false }
    const roles = ['prompt', 'name'] as const
    await tables.table({ kind: 'change', settings: { ...settings, roles: [...roles] }, planning })
    const told = await tables.ask({ kind: 'undo', redo: false, view: everything })
    expect(told).toMatchObject({ step: { kind: 'settings' }, settings })
    const undone = await tables.table({ kind: 'change', settings, planning, redo: false })
    expect(undone).toMatchObject({ settings, history: { undo: false, redo: true } })
    const again = await tables.ask({ kind: 'undo', redo: true, view: everything })
    expect(again).toMatchObject({ settings: { roles } })
  })

  test('is everything that was typed into one field of the settings', async () => {
    const tables = await startTables()
    const { settings } = await readCsv(tables, ['prompt', 'a'])
    for (const model of ['a', 'au', 'aurora']) {
      const changed = { ...settings, defaults: { ...settings.defaults, model } }
      await tables.table({ kind: 'change', settings: changed, planning: { fullBackground: false } })
    }
    const told = await tables.ask({ kind: 'undo', redo: false, view: everything })
    expect(told).toMatchObject({ settings: { defaults: { model: settings.defaults.model } } })
  })
})

describe('the next faulty cell', () => {
  async function next(tables: TestTables, after: TablePlace, view: Partial<TableView> = {}) {
    const answer = await tables.ask({ kind: 'nextWrong', view: { ...everything, ...view }, after })
    if (answer.kind !== 'nextWrong') throw new Error(JSON.stringify(answer))
    return answer.found === null ? null : [answer.found.row.row, answer.found.column, answer.found.position]
  }
  const start = { row: 0, column: 0, position: 0 }
  const lines = ['prompt,n', 'a,1', ',none', 'c,1', 'd,0', 'short', 'f,1']

  test('is found cell by cell and row by row, starting over after the last', async () => {
    const tables = await startTables()
    await readCsv(tables, lines)
    expect(await next(tables, start)).toEqual([2, 0, 1])
    expect(await next(tables, { row: 2, column: 0, position: 1 })).toEqual([2, 1, 1])
    expect(await next(tables, { row: 2, column: 1, position: 1 })).toEqual([4, 1, 3])
    expect(await next(tables, { row: 4, column: 1, position: 3 })).toEqual([5, -1, 4])
    expect(await next(tables, { row: 6, column: 0, position: 5 })).toEqual([2, 0, 1])
  })

  test('is within the view, even if the row before it left the view', async () => {
    const tables = await startTables()
    await readCsv(tables, lines)
    const show = { show: 'wrong' } as const
    expect(await next(tables, { row: 2, column: 1, position: 0 }, show)).toEqual([4, 1, 1])
    await tables.edit(4, 1, '1')
    expect(await next(tables, { row: 4, column: 1, position: 1 }, show)).toEqual([5, -1, 1])
    const sort = { column: 0, descending: true }
    expect(await next(tables, start, { sort })).toEqual([5, -1, 0])
    expect(await next(tables, start, { show: 'right' })).toBeNull()
    expect(await next(tables, start, { text: 'zebra' })).toBeNull()
  })

  test('is found far away in 100,000 rows', async () => {
    const tables = await startTables()
    const rows = Array.from({ length: 100_000 }, (_, at) => `p${at},${at === 60_000 ? 'none' : '1'}`)
    await readCsv(tables, ['prompt,n', ...rows])
    expect(await next(tables, { row: 5, column: 0, position: 4 })).toEqual([60_001, 1, 60_000])
    expect(await next(tables, { row: 70_000, column: 0, position: 69_999 })).toEqual([60_001, 1, 60_000])
  })
})
