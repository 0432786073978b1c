import { AppFailure, appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { openAppStore } from '../../../renderer/stores/appStore'
import { createDraftStore } from '../../../renderer/stores/draftStore'
import { rowAt } from '../../../renderer/stores/listRows'
import { createTableStore } from '../../../renderer/stores/tableStore'
import { createMainStandIn } from '../../support/mainStandIn'
import { plantRows, standInTable, type TableStandInOptions } from '../../support/tableStandIn'
import { waitUntil } from '../../support/windowClock'

async function openStore(options: TableStandInOptions = {}) {
  const { bridge } = createMainStandIn()
  const standIn = standInTable(bridge, options)
  const client = createClient(bridge)
  const app = await openAppStore(client)
  const store = createTableStore({ client, app, draft: createDraftStore(client) })
  await store.refresh()
  const row = (position: number) => rowAt(store.getState().rows, position)
  await waitUntil(() => row(0))
  return { bridge, store, standIn, row }
}

describe('the open table in the window', () => {
  test('fetches the rows on the screen and no others', async () => {
    const { bridge, store, row } = await openStore({ cells: plantRows(2000) })
    expect(store.getState().total).toBe(2000)
    store.need(1000, 1030)
    await waitUntil(() => row(1000)?.row === 1001)
    expect(bridge.inputs('tables.rows').map(({ offset, limit }) => [offset, limit])).toEqual([
      [0, 200],
      [1000, 200],
    ])
    expect(row(600)).toBeNull()
  })

  test('shows an edit at once, and the row’s new state once that is known', async () => {
    const { bridge, store, row } = await openStore()
    const done = store.edit(3, 1, 'large')
    expect(row(2)?.cells[1]).toBe('large')
    expect(row(2)?.errors).toEqual([])
    await done
    expect(row(2)?.errors).toMatchObject([{ column: 1 }])
    expect(bridge.inputs('tables.edit')).toHaveLength(1)
  })

  test('undoes an edit that was refused, and says why', async () => {
    const { bridge, store, row } = await openStore()
    bridge.answer('tables.edit', () => {
      throw new AppFailure(appError('tableUnready'))
    })
    await store.edit(3, 1, 'large')
    expect(store.getState().failure?.code).toBe('tableUnready')
    await waitUntil(() => row(2)?.cells[1] === '1024x1024')
  })

  test('keeps full rows while more are read, and fetches only the last', async () => {
    const { bridge, store, standIn } = await openStore({
      cells: plantRows(450),
      table: { stage: 'reading' },
    })
    store.need(0, 450)
    await waitUntil(() => store.getState().rows.fresh.size === 3)
    const before = bridge.inputs('tables.rows').length
    standIn.become({ counts: { ...standIn.table().counts, rows: 460 } })
    await waitUntil(() => bridge.inputs('tables.rows').length === before + 1)
    expect(bridge.inputs('tables.rows').at(-1)).toMatchObject({ offset: 400 })
  })

  test('fetches no rows if only its progress changed', async () => {
    const { bridge, standIn, store } = await openStore({ table: { stage: 'checking' } })
    const before = bridge.inputs('tables.rows').length
    standIn.become({ progress: { done: 7, total: 20 } })
    expect(store.getState().table?.progress.done).toBe(7)
    expect(bridge.inputs('tables.rows').length).toBe(before)
  })

  test('is dropped with its pending changes once it is closed', async () => {
    const { bridge, store } = await openStore()
    store.change({ expand: true })
    expect(store.getState().changed?.expand).toBe(true)
    await store.discard()
    expect(store.getState()).toMatchObject({ table: null, changed: null, total: 0 })
    expect(bridge.inputs('tables.change')).toEqual([])
  })
})
