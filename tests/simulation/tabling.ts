import type { ExtraField } from '@shared/model/extraFields'
import { extraMark } from '@shared/model/table'
import { freeze, rowsOf } from './bodyCheck'
import { look } from './openDatabase'
import { type Orders, order } from './orders'
import type { Press } from './undoing'
import type { World } from './world'

/** The person with a table: pastes one, new or once more, and queues it. */
export interface Tabling {
  paste(connectionId: string): void
  queue(): void
  close(): void
}

interface Row {
  readonly prompt: string
  readonly n: number
  readonly extra: readonly ExtraField[]
}

const defaults = { model: 'm', size: '', n: 1, mode: 'background', image: [] as string[] } as const
const columns = ['seed', 'quality'] as const

/** `name`: of a prompt nobody asked for before. */
export function createTabling(world: World, orders: Orders, press: Press, name: () => string): Tabling {
  const { random } = world
  const tables: Row[][] = []
  /** Tables that were pasted for a connection: each row may be paid for once there, however often it's queued. */
  const asked = new Set<string>()
  let open: readonly Row[] = []

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

  /** Rows that the app left out, and that wait nowhere. */
  function checkQueued(rows: readonly Row[], pressedAt: number): void {
    for (const { prompt } of rows) {
      const alive = look(
        `SELECT 1 FROM jobs WHERE request_json ->> 'prompt' = :prompt
         AND NOT (state = 'cancelled' AND ended_at < :pressedAt)`,
        { prompt, pressedAt },
      )
      if (alive.length === 0) world.fault(`“${prompt}” of a table that was queued waits nowhere`)
    }
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
      press(
        `pastes a table of ${rows.length} rows`,
        'tables.paste',
        { text: csv(rows), connectionId, defaults },
        () => {
          open = rows
        },
      )
    },
    queue() {
      const pressedAt = world.now()
      const { pressed } = orders
      press(
        'queues the table',
        'tables.enqueue',
        { onlyRight: true, first: random.chance(0.2) },
        ({ batchId }) => {
          freeze(orders, rowsOf(batchId))
          if (orders.pressed === pressed && !world.wasClockSet()) checkQueued(open, pressedAt)
        },
      )
    },
    close: () => press('closes the table', 'tables.close', null),
  }
}
