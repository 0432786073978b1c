import type { TableView } from '@shared/model/table'
import { describe, expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore, type TablesCore } from './tablesHarness'

const view: TableView = { text: '', show: 'all', sort: null }
const step = async ({ call, ready }: TablesCore, redo: boolean) => {
  const undone = await call('tables.undo', { redo, view })
  await ready()
  return undone.step
}
const prompts = async ({ rows }: TablesCore) => (await rows()).map(({ cells }) => cells[0])

describe('undo of the open table', () => {
  test('undoes edits, selections and settings in order, and redoes them', async () => {
    const core = await startTablesCore(temporaryFolder())
    const { settings } = await core.paste(birds(3))
    await core.edit(2, 0, 'a heron')
    await core.call('tables.select', { which: { rows: [1] }, selected: false })
    await core.change({ roles: ['prompt', 'name'] })
    expect(await step(core, false)).toEqual({ kind: 'settings' })
    expect((await core.current()).settings).toEqual(settings)
    expect(await step(core, false)).toEqual({ kind: 'selection' })
    expect((await core.current()).counts).toMatchObject({ selected: 3, toQueue: 3 })
    expect(await step(core, false)).toEqual({ kind: 'cell', row: 2, column: 0, position: 1 })
    expect((await prompts(core))[1]).toBe('a wren, number 2')
    expect(await core.current()).toMatchObject({ edited: false, history: { undo: false, redo: true } })
    expect(await step(core, false)).toBeNull()
    for (const kind of ['cell', 'selection', 'settings'])
      expect(await step(core, true)).toMatchObject({ kind })
    expect(await core.current()).toMatchObject({
      counts: { selected: 2 },
      settings: { roles: ['prompt', 'name'] },
      history: { undo: true, redo: false },
    })
    expect((await prompts(core))[1]).toBe('a heron')
  })

  test('recognises a row queued before, once its cells are what they were', async () => {
    const core = await startTablesCore(temporaryFolder())
    const text = 'prompt,key\na wren,x\na gull,y\n'
    await core.paste(text)
    await core.enqueue()
    await core.paste(text)
    await core.edit(1, 1, 'z')
    expect((await core.ready()).counts).toMatchObject({ known: 1, toQueue: 1 })
    await step(core, false)
    expect((await core.ready()).counts).toMatchObject({ known: 2, toQueue: 0 })
  })

  test('is refused when there is no table', async () => {
    const core = await startTablesCore(temporaryFolder())
    expect(await failureCode(core.call('tables.undo', { redo: false, view }))).toBe('tableClosed')
  })
})
