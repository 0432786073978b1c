import type { RouteOutput } from '@shared/ipc/contract'
import type { ExtraField } from '@shared/model/extraFields'
import { extraMark } from '@shared/model/table'
import { freeze, rowsOf } from './bodyCheck'
import { look } from './openDatabase'
import { type Orders, order } from './orders'
import type { Press } from './undoing'
import type { World } from './world'

/** The user with a table: pastes one, new or once more, has it read again, and queues it. */
export interface Tabling {
  paste(connectionId: string): void
  /** Has it read once more. */
  readAgain(): void
  queue(): void
  close(): void
}

interface Row {
  readonly prompt: string
  readonly n: number
  readonly extra: readonly ExtraField[]
}

interface Open {
  readonly connectionId: string
  readonly rows: readonly Row[]
}

type TableEnqueued = RouteOutput<'tables.enqueue'>

const defaults = { model: 'm', size: '', n: 1, mode: 'background', image: [] as string[] } as const
const columns = ['seed', 'quality'] as const

/** `name`: of a prompt nobody asked for before. */
export function createTabling(world: World, orders: Orders, press: Press, name: () => string): Tabling {
  const { random } = world
  const tables: Row[][] = []
  /** Tables that were pasted for a connection: each row may be paid for once there, however often it's queued. */
  const asked = new Set<string>()
  /** Null while it isn't known which table is open. */
  let open: Open | null = null

  const draw = (): Row[] =>
    Array.from({ length: random.whole(2, 8) }, () => {
      const extra = random.chance(0.3) ? [{ name: 'seed', value: '9007199254740993' }] : []
      if (random.chance(0.2)) extra.push({ name: 'quality', value: 'high' })
      return { prompt: name(), n: random.pick([1, 1, 2]), extra }
    })

  const csv = (rows: readonly Row[]): string =>
    [
      ['prompt', 'n', ...columns.map((column) => `${extraMark}${column}`)],
      ...rows.map(({ prompt, n, extra }) => [
        prompt,
        n,
        ...columns.map((column) => extra.find((field) => field.name === column)?.value ?? ''),
      ]),
    ]
      .map((cells) => cells.join(','))
      .join('\n')

  /** What a row asks for: its prompt, and whatever the user edited its request into. */
  const namesOf = (prompt: string): readonly string[] => [
    prompt,
    ...(orders.edited.get(prompt) ?? []).flatMap(namesOf),
  ]

  /** A row may be left out only if one that was queued before is neither cancelled nor failed, as it was or edited. */
  function checkLeftOut({ connectionId, rows }: Open, since: number): void {
    for (const { prompt } of rows) {
      const alive = look(
        `SELECT 1 FROM jobs WHERE request_json ->> 'prompt' IN (SELECT value FROM json_each(:names))
         AND row IS NOT NULL AND connection_id = :connectionId
         AND NOT (state IN ('cancelled', 'failed') AND ended_at < :since)`,
        { names: JSON.stringify(namesOf(prompt)), connectionId, since },
      )
      if (alive.length === 0) world.fault(`“${prompt}” of a table that was queued waits nowhere`)
    }
  }

  /** The user is told how many rows were left out, and all others are in the batch. */
  function checkQueued(table: Open, { batchId, known }: TableEnqueued, since: number): void {
    const jobs = look<{ row: number }>('SELECT row FROM jobs WHERE batch_id = :batchId', { batchId })
    const queued = new Set(jobs.map(({ row }) => row))
    const leftOut = table.rows.filter((_, at) => !queued.has(at + 1))
    if (leftOut.length !== known)
      world.fault(`${leftOut.length} rows of a table were left out, and the user is told of ${known}`)
    checkLeftOut({ ...table, rows: leftOut }, since)
  }

  return {
    paste(connectionId) {
      if (tables.length === 0 || random.chance(0.4)) tables.push(draw())
      const at = random.chance(0.6) ? tables.length - 1 : random.whole(0, tables.length - 1)
      const rows = tables[at] ?? []
      const key = `${at} ${connectionId}`
      if (!asked.has(key))
        for (const { prompt, n, extra } of rows) {
          order(orders, prompt, n)
          orders.typed.set(prompt, [...(orders.typed.get(prompt) ?? []), extra])
        }
      asked.add(key)
      const before = open
      open = null
      press(
        `pastes a table of ${rows.length} rows`,
        'tables.paste',
        { text: csv(rows), connectionId, defaults },
        () => {
          open = { connectionId, rows }
        },
        () => {
          open ??= before
        },
      )
    },
    readAgain() {
      const before = open
      open = null
      const stays = () => {
        open ??= before
      }
      press('reads the table again', 'tables.readAs', { encoding: null, header: 1 }, stays, stays)
    },
    queue() {
      const pressedAt = world.now()
      const { pressed } = orders
      const table = open
      const check = (judge: (queued: Open) => void) => {
        if (table !== null && orders.pressed === pressed && !world.wasClockSet()) judge(table)
      }
      press(
        'queues the table',
        'tables.enqueue',
        { onlyRight: true, first: random.chance(0.2) },
        (enqueued) => {
          freeze(orders, rowsOf(enqueued.batchId))
          check((queued) => checkQueued(queued, enqueued, pressedAt))
        },
        (code) => {
          if (code === 'tableEmpty') check((queued) => checkLeftOut(queued, pressedAt))
        },
      )
    },
    close: () => press('closes the table', 'tables.close', null),
  }
}
