import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore, type TablesCore } from './tablesHarness'

/** Tables whose files exist. */
const kept = ({ ports }: TablesCore): readonly string[] => {
  const names = readdirSync(join(ports.places.profile, 'tables'))
  return [...new Set(names.map((name) => name.slice(0, 26)))]
}

describe('the open table', () => {
  test('is none at first, and none after the dialog was closed', async () => {
    const core = await startTablesCore(temporaryFolder())
    expect(await core.call('tables.current', null)).toBeNull()
    expect(await core.call('tables.open', core.origin)).toBeNull()
    expect(await failureCode(core.rows())).toBe('tableClosed')
    expect(core.processes.started('tables')).toBe(0)
  })

  test('is announced whenever it changes, and when it is gone', async () => {
    const core = await startTablesCore(temporaryFolder())
    const table = await core.paste(birds(3))
    const told = () =>
      core.events.flatMap(({ event, payload }) => (event === 'tables.changed' ? [payload] : []))
    await eventually(() => told().at(-1)?.id === table.id, { what: 'word of the table' })
    await core.call('tables.close', null)
    await eventually(() => told().at(-1) === null, { what: 'word that the table is gone' })
    expect(kept(core)).toEqual([])
    expect(core.processes.running('tables')).toEqual([])
  })

  test('gives way to another, and nothing else of it is left', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(3))
    const { id } = await core.open('herons.csv', 'prompt\na heron\n')
    expect(await core.current()).toMatchObject({ id, name: 'herons.csv', counts: { rows: 1 } })
    expect(kept(core)).toEqual([id])
  })

  test('is there again in the next run, with its changes', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder)
    const { id } = await first.paste(birds(3))
    await first.edit(2, 0, 'a heron')
    await first.call('tables.select', { which: { rows: [1] }, selected: false })
    await first.core.stop()
    const core = await startTablesCore(folder)
    const table = await core.ready()
    expect(table).toMatchObject({ id, edited: true, counts: { rows: 3, selected: 2, toQueue: 2 } })
    expect((await core.rows())[1]?.cells[0]).toBe('a heron')
  })

  test('in an old encoding is queued only once that is confirmed, also by a later run', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder)
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const opened = await first.open('birds.csv', latin('prompt,size\na\xf1o,\n'))
    expect(opened.reading.unsure).toBe(true)
    expect(await failureCode(first.enqueue({ onlyRight: true }))).toBe('tableEncodingUnsure')
    await first.core.stop()
    const core = await startTablesCore(folder)
    await core.ready()
    await core.call('tables.readAs', { encoding: 'macintosh', header: null })
    expect(await core.ready()).toMatchObject({ name: 'birds.csv', reading: { unsure: false } })
    expect((await core.rows())[0]?.cells[0]).toBe('aÒo')
    await core.call('tables.readAs', { encoding: 'windows-1252', header: null })
    await core.ready()
    expect(await core.enqueue()).toMatchObject({ jobs: 1 })
  })

  test('is read again with other names for its columns, confirmed at once, and never without its file', async () => {
    const core = await startTablesCore(temporaryFolder())
    const { id } = await core.open('birds.csv', Buffer.from('prompt\na\xf1o\n', 'latin1'))
    await core.call('tables.readAs', { encoding: 'windows-1252', header: null })
    expect(await core.ready()).toMatchObject({ id, reading: { unsure: false } })
    await core.call('tables.readAs', { encoding: null, header: 0 })
    expect(await core.ready()).toMatchObject({ reading: { unsure: false, header: 0 }, counts: { rows: 2 } })
    rmSync(core.ports.chosenFile ?? '')
    const gone = core.call('tables.readAs', { encoding: null, header: 1 })
    expect(await failureCode(gone)).toBe('tableUnreadable')
    expect(await core.current()).toMatchObject({ counts: { rows: 2 } })
  })

  test('is the newest one left, and strays are removed', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder)
    const { id } = await first.paste(birds(3))
    await first.core.stop()
    for (const stray of ['01aaaaaaaaaaaaaaaaaaaaaaaa.db', '01aaaaaaaaaaaaaaaaaaaaaaaa.db-wal'])
      writeFileSync(join(first.ports.places.profile, 'tables', stray), 'not a table')
    const core = await startTablesCore(folder)
    expect((await core.current()).id).toBe(id)
    expect(kept(core)).toEqual([id])
  })

  test('stays for the next run when this one ends before it is reopened', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder)
    const { id } = await first.paste(birds(3))
    await first.core.stop()
    const second = await startTablesCore(folder)
    const current = second.call('tables.current', null)
    await second.core.stop()
    await current
    expect(await (await startTablesCore(folder)).current()).toMatchObject({ id })
  })

  test('is none if a kill came between its queuing and its end', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder)
    const { id } = await first.paste(birds(3))
    const file = join(first.ports.places.profile, 'tables', `${id}.db`)
    const bytes = readFileSync(file)
    await first.enqueue()
    await first.core.stop()
    writeFileSync(file, bytes)
    const core = await startTablesCore(folder)
    expect(await core.call('tables.current', null)).toBeNull()
    expect(kept(core)).toEqual([])
  })

  test('is closed, or gives way, while its file does not respond', async () => {
    const folder = temporaryFolder()
    const core = await startTablesCore(folder)
    const path = join(folder, 'silent.csv')
    execFileSync('mkfifo', [path])
    core.ports.chosenFile = path
    const silent = failureCode(core.call('tables.open', core.origin))
    await eventually(() => core.processes.running('tables').length === 1)
    expect(await core.paste(birds(3))).toMatchObject({ counts: { rows: 3 } })
    expect(await silent).toBe('tableClosed')
  })

  test('is none if what was left of it can’t be read', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder)
    const { id } = await first.paste(birds(3))
    await first.core.stop()
    writeFileSync(join(first.ports.places.profile, 'tables', `${id}.db`), 'not a table')
    const core = await startTablesCore(folder)
    expect(await core.call('tables.current', null)).toBeNull()
    expect(kept(core)).toEqual([])
  })

  test('survives its process, with its changes', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(3))
    await core.edit(1, 0, 'a heron')
    for (const child of core.processes.running('tables')) child.kill('SIGKILL')
    expect((await core.rows())[0]?.cells[0]).toBe('a heron')
    await eventually(() => core.processes.started('tables') === 2)
    expect(await core.enqueue()).toMatchObject({ jobs: 3 })
  })

  test('is reported too large when its process dies of it again, and nothing of it is left', async () => {
    const core = await startTablesCore(temporaryFolder(), { deaths: 2 })
    await core.call('tables.paste', { text: birds(300_000), ...core.origin })
    const { problem, counts } = await core.ready()
    expect(core.processes.started('tables')).toBe(2)
    expect(problem).toMatchObject({ code: 'tableTooLarge' })
    expect(counts).toMatchObject({ rows: 0, toQueue: 0 })
    expect(await failureCode(core.rows())).toBe('tableTooLarge')
    expect(await failureCode(core.enqueue())).toBe('tableEmpty')
    expect(await core.paste(birds(3))).toMatchObject({ problem: null, counts: { rows: 3 } })
  })

  test('comes from a file that was dropped, with what the form held', async () => {
    const folder = temporaryFolder()
    const core = await startTablesCore(folder)
    const path = join(folder, 'dropped.txt')
    writeFileSync(path, 'a wren\na heron\n')
    expect(await core.core.openTable(path, { connectionId: core.connectionId })).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    })
    expect(await core.core.openTable(path, core.origin)).toMatchObject({ ok: true })
    expect(await core.ready()).toMatchObject({ name: 'dropped.txt', counts: { rows: 2 } })
  })

  test('is checked again when its connection makes different requests from it than before', async () => {
    const core = await startTablesCore(temporaryFolder())
    const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: 'https://studio.example' }
    const { id } = await core.call('connections.save', { id: null, draft, apiKey: 'sk-1' })
    await core.paste('a wren\na heron\n', { n: 3 })
    const table = await core.change({ connectionId: id })
    expect(table.counts).toMatchObject({ requests: 6, images: 6 })
    await core.call('connections.save', { id, draft: { ...draft, fullBackground: true }, apiKey: null })
    await eventually(async () => (await core.current()).counts.requests === 2, { what: 'two requests' })
    expect((await core.ready()).counts.images).toBe(6)
  })
})
