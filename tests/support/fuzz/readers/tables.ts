import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableView } from '@shared/model/table'
import { tableEncodings } from '@shared/model/tableReading'
import { createTableProcess } from '../../../../electron/core/tables/tableProcess'
import { childProcesses } from '../../childProcesses'
import { realClock } from '../../fakeClock'
import type { Random } from '../../random'
import { memoryLogger } from '../../testPorts'
import { tableEndings, tables } from '../corpora/tables'
import { appErrorOf } from '../expectations'
import type { Input, Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const settings = {
  connectionId: 'c1',
  defaults: { model: 'aurora-2', size: '', n: 1, mode: 'background' as const, image: [] },
  expand: true,
  again: false,
}
const [firstEnding = '', ...otherEndings] = tableEndings

function view(random: Random): TableView {
  return {
    text: random.pick(['', '', 'a', '%', '_', '\u00fc', '"']),
    show: random.pick(['all', 'right', 'wrong', 'known']),
    sort: random.chance(0.5) ? null : { column: random.whole(0, 12), descending: random.chance(0.5) },
  }
}

/** Tables as files and as pasted text, read and viewed in the table process. */
export async function tableReader(folder: string): Promise<Reader> {
  const processes = await childProcesses()
  const kept = join(folder, 'kept')
  mkdirSync(kept)
  const process = createTableProcess({
    processes,
    clock: realClock,
    logger: memoryLogger(),
    folder: kept,
    tableId: 'fuzzed',
    onTable: () => {},
  })

  async function source({ bytes, random }: Input) {
    const ending = random.pick([firstEnding, ...otherEndings])
    if (ending === '') return { name: '', source: { text: bytes.toString('utf8') } }
    const name = `table.${ending}`
    const path = join(folder, name)
    await writeFile(path, bytes)
    return { name, source: { path } }
  }

  async function look(random: Random): Promise<void> {
    await process.ask('rows', { kind: 'rows', view: view(random), offset: random.whole(0, 3), limit: 50 })
    await process.ask('identities', { kind: 'identities', after: 0, limit: 50 })
    await process.ask('plan', { kind: 'plan', after: 0, limit: 50, onlyRight: random.chance(0.7) })
    if (random.chance(0.2)) {
      const [row, column] = [random.whole(1, 5), random.whole(0, 5)]
      await process.ask('cell', { kind: 'cell', row, column })
      await process.ask('row', { kind: 'edit', row, column, value: random.pick(['', '2', '{a|b}', '\0']) })
    }
  }

  return {
    corpus: tables,
    limitMs: 30_000,
    // Only one table is open at a time.
    atOnce: 1,
    async read(input) {
      const planning = { fullBackground: input.random.chance(0.5) }
      try {
        const read = {
          kind: 'read',
          tableId: 'fuzzed',
          settings,
          planning,
          readAs: {
            encoding: input.random.pick([null, null, ...tableEncodings]),
            header: input.random.pick([null, null, 0, 2]),
          },
          ...(await source(input)),
        } as const
        const { table } = await process.ask('table', read)
        await look(input.random)
        return table.problem === null ? 'taken' : 'refused'
      } catch (problem) {
        // As these are small, none may end the process.
        if (appErrorOf(problem).code === 'tableTooLarge') throw problem
        return 'refused'
      }
    },
    watch: () => ({ peakMegabytes: 0, greedy: [], ended: processes.started('tables') - 1 }),
    async close() {
      await process.stop()
      await processes.stop()
      return strayFiles(folder, /^(table\.\w+|kept\/fuzzed\.db(-wal|-shm|-journal)?)$/)
    },
  }
}
