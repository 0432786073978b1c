import type { RouteOutput } from '@shared/ipc/contract'
import type { ExtraField } from '@shared/model/extraFields'
import { extraMark } from '@shared/model/table'
import { freeze, rowsOf } from './bodyCheck'
import { look } from './openDatabase'
import { type Orders, order } from './orders'
import type { Staying } from './staying'
import type { Press } from './undoing'
import type { World } from './world'

/** The user with a table: pastes one, new or once more, has it read again, and queues it. */
export interface Tabling {
  paste(connectionId: string): void
  /** Has it read once more. */
  readAgain(): void
  queue(): void
  /** A new one, queued as soon as it is read. */
  queueNew(connectionId: string): void
  /** The same with the last one that was pasted. */
  queueAgain(): void
  close(): void
}

interface Row {
  /** Each prompt that it had, the last one last: the user may correct it. All begin with the same name. */
  readonly prompts: readonly [string, ...string[]]
  readonly n: number
  readonly extra: readonly ExtraField[]
}

interface Table {
  /** Each row has a key, and is known by it, whatever it asks for. */
  readonly isKeyed: boolean
  readonly rows: readonly Row[]
}

interface Open extends Table {
  readonly connectionId: string
}

type TableEnqueued = RouteOutput<'tables.enqueue'>

const defaults = { model: 'm', size: '', n: 1, mode: 'background', image: [] as string[] } as const
const columns = ['seed', 'quality'] as const

/** `name`: of a prompt nobody asked for before. */
export function createTabling(
  world: World,
  orders: Orders,
  press: Press,
  { name, staying }: { readonly name: () => string; readonly staying: Pick<Staying, 'follow'> },
): Tabling {
  const { random } = world
  const tables: Table[] = []
  /** Tables that were pasted for a connection: each row may be paid for once there, however often it's queued. */
  const asked = new Set<string>()
  /** Null while it isn't known which table is open. */
  let open: Open | null = null

  const draw = (): Table => ({
    isKeyed: random.chance(0.5),
    rows: Array.from({ length: random.whole(2, 8) }, () => {
      const extra = random.chance(0.3) ? [{ name: 'seed', value: '9007199254740993' }] : []
      if (random.chance(0.2)) extra.push({ name: 'quality', value: 'high' })
      return { prompts: [name()], n: random.pick([1, 1, 2]), extra }
    }),
  })

  const now = ({ prompts }: Row): string => prompts.at(-1) ?? ''

  const csv = ({ isKeyed, rows }: Table): string =>
    [
      [...(isKeyed ? ['key'] : []), 'prompt', 'n', ...columns.map((column) => `${extraMark}${column}`)],
      ...rows.map((row) => [
        ...(isKeyed ? [row.prompts[0]] : []),
        now(row),
        row.n,
        ...columns.map((column) => row.extra.find((field) => field.name === column)?.value ?? ''),
      ]),
    ]
      .map((cells) => cells.join(','))
      .join('\n')

  /** Prompts of some rows, whose keys stay. */
  function correct({ isKeyed, rows }: Table): Table {
    const corrected = rows.map((row): Row => {
      const { prompts } = row
      if (!random.chance(0.5)) return row
      return { ...row, prompts: [...prompts, `${prompts[0]} corrected ${prompts.length}`] }
    })
    return { isKeyed, rows: corrected }
  }

  /** What a prompt of a row may have become: whatever the user edited its request into. */
  const namesOf = (prompt: string): readonly string[] => [
    prompt,
    ...(orders.edited.get(prompt) ?? []).flatMap(namesOf),
  ]

  /** A row may be left out only if one that was queued before is neither cancelled nor failed, as it was or edited. */
  function checkLeftOut({ connectionId, rows }: Open, since: number): void {
    for (const { prompts } of rows) {
      const alive = look(
        `SELECT 1 FROM jobs WHERE request_json ->> 'prompt' IN (SELECT value FROM json_each(:names))
         AND row IS NOT NULL AND connection_id = :connectionId
         AND NOT (state IN ('cancelled', 'failed') AND ended_at < :since)`,
        { names: JSON.stringify(prompts.flatMap(namesOf)), connectionId, since },
      )
      if (alive.length === 0) world.fault(`“${prompts[0]}” of a table that was queued waits nowhere`)
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

  let last: { readonly connectionId: string; readonly at: number } | null = null

  /** `read`: it was read, and can be queued. */
  function paste(connectionId: string, at: number, read: () => void = () => {}): void {
    const before = tables[at]
    if (before === undefined) return
    const table = before.isKeyed && random.chance(0.4) ? correct(before) : before
    tables[at] = table
    const key = `${at} ${connectionId}`
    if (!asked.has(key))
      for (const { prompts, n, extra } of table.rows) {
        order(orders, prompts[0], n)
        orders.typed.set(prompts[0], [...(orders.typed.get(prompts[0]) ?? []), extra])
      }
    asked.add(key)
    last = { connectionId, at }
    const opened = open
    open = null
    press(
      `pastes a table of ${table.rows.length} rows`,
      'tables.paste',
      { text: csv(table), connectionId, defaults },
      () => {
        open = { ...table, connectionId }
        read()
      },
      () => {
        open ??= opened
      },
    )
  }

  /** As soon as it is ready. */
  function queueSoon(tries = 30): void {
    const table = open
    queue(() => {
      if (tries > 0) world.after(100, () => open === table && queueSoon(tries - 1))
    })
  }

  function queue(later = () => {}): void {
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
        staying.follow(enqueued.batchId)
        freeze(orders, rowsOf(enqueued.batchId))
        check((queued) => checkQueued(queued, enqueued, pressedAt))
      },
      (code) => {
        if (code === 'tableUnready') later()
        if (code === 'tableEmpty') check((queued) => checkLeftOut(queued, pressedAt))
      },
    )
  }

  return {
    paste(connectionId) {
      if (tables.length === 0 || random.chance(0.4)) tables.push(draw())
      paste(connectionId, random.chance(0.6) ? tables.length - 1 : random.whole(0, tables.length - 1))
    },
    queueNew(connectionId) {
      tables.push(draw())
      paste(connectionId, tables.length - 1, queueSoon)
    },
    queueAgain() {
      if (last !== null) paste(last.connectionId, last.at, queueSoon)
    },
    queue: () => queue(),
    readAgain() {
      const before = open
      open = null
      const stays = () => {
        open ??= before
      }
      press('reads the table again', 'tables.readAs', { encoding: null, header: 1 }, stays, stays)
    },
    close: () => press('closes the table', 'tables.close', null),
  }
}
