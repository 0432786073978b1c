import { appError } from '@shared/errors'
import { type SendableDraft, sizePattern } from '@shared/model/draft'
import {
  type OpenTable,
  type RowError,
  type TableRow,
  type TableSettings,
  type TableStep,
  type TableView,
  wholeRow,
} from '@shared/model/table'
import { noReading } from '@shared/model/tableReading'
import type { FakeBridge } from './fakeBridge'

export interface TableStandInOptions {
  readonly columns?: readonly string[]
  /** One list per row. */
  readonly cells?: readonly (readonly string[])[]
  /** A prompt, a size and a variable unless specified otherwise. */
  readonly roles?: TableSettings['roles']
  readonly table?: Partial<OpenTable>
  /** A model, and Direct, unless specified otherwise. */
  readonly defaults?: Partial<TableSettings['defaults']>
  /** Rows that were queued before, by number. */
  readonly known?: readonly number[]
}

export interface TableStandIn {
  /** The table as it is now. */
  table(): OpenTable
  /** Announces a changed state of it. */
  become(patch: Partial<OpenTable>): void
}

/** A row without errors, and empty unless specified otherwise. */
export function tableRowSample(rest: Partial<TableRow> = {}): TableRow {
  return {
    row: 1,
    line: null,
    cells: [],
    cut: [],
    errors: [],
    known: null,
    selected: true,
    requests: 1,
    images: 1,
    carriesOptions: true,
    ...rest,
  }
}

/** What the user can change in the table, and the step that changed it last. */
interface Snapshot {
  readonly step: TableStep
  readonly cells: readonly (readonly string[])[]
  readonly left: readonly number[]
  readonly settings: TableSettings
}

/** `count` rows of a prompt, a size and a plant. */
export function plantRows(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `a {{plant}} in the harbour, ${index + 1}`,
    '1024x1024',
    index % 2 === 0 ? 'fern' : 'moss',
  ])
}

/**
 * The process behind a table as the window sees it: a row is in error if its size is invalid. Nothing is open
 * at first without `open`.
 */
export function standInTable(
  bridge: FakeBridge,
  options: TableStandInOptions = {},
  open = true,
): TableStandIn {
  const { columns = ['prompt', 'size', 'plant'], roles = ['prompt', 'size', null], known = [] } = options
  const cells = (options.cells ?? plantRows(20)).map((row) => [...row])
  const left = new Set<number>()
  let settings: TableSettings = {
    connectionId: 'demo',
    roles: [...roles],
    defaults: { model: 'demo-1', size: '', n: 1, mode: 'direct', image: [], ...options.defaults },
    expand: false,
    again: false,
  }
  let patch: Partial<OpenTable> = options.table ?? {}
  let opened = open
  let done: readonly Snapshot[] = []
  let undone: readonly Snapshot[] = []

  const snapshot = (step: TableStep): Snapshot => ({
    step,
    cells: cells.map((row) => [...row]),
    left: [...left],
    settings,
  })
  const remember = (step: TableStep): void => {
    done = [...done, snapshot(step)]
    undone = []
  }
  const isKnown = (row: number) => known.includes(row)
  const errorsOf = (row: readonly string[]): RowError[] => {
    const column = settings.roles.indexOf('size')
    const size = row[column] ?? ''
    return column < 0 || size === '' || sizePattern.test(size)
      ? []
      : [{ column, error: appError('sizeInvalid') }]
  }
  const rowOf = (index: number): TableRow => {
    const texts = cells[index] ?? []
    const errors = errorsOf(texts)
    const images = errors.length > 0 ? 0 : (settings.defaults.n ?? 0)
    return {
      row: index + 1,
      line: index + 2,
      cells: texts.map((text) => text.slice(0, 2000)),
      cut: texts.flatMap((text, column) => (text.length > 2000 ? [column] : [])),
      errors,
      known: isKnown(index + 1) ? { by: 'content', batchId: 'harbour', batchName: 'harbour' } : null,
      selected: !left.has(index + 1),
      requests: errors.length > 0 ? 0 : 1,
      images,
      carriesOptions: (texts[settings.roles.indexOf('mode')] || settings.defaults.mode) === 'direct',
    }
  }
  const all = () => cells.map((_, index) => rowOf(index))
  const found = ({ text, show, sort }: TableView): TableRow[] => {
    const shown = all().filter((row) => {
      const skipped = row.known !== null && !settings.again
      const wrong = row.errors.length > 0 && !skipped
      const right = row.errors.length === 0 && !skipped
      const like = row.cells.some((cell) => cell.toLowerCase().includes(text.toLowerCase()))
      return like && { all: true, right, wrong, known: row.known !== null }[show]
    })
    if (sort === null) return shown
    const by = (row: TableRow) => row.cells[sort.column] ?? ''
    shown.sort((a, b) => by(a).localeCompare(by(b)))
    return sort.descending ? shown.reverse() : shown
  }
  const namesSize = ({ cells: own }: TableRow) => (own[settings.roles.indexOf('size')] ?? '') !== ''
  const table = (): OpenTable => {
    const rows = all()
    const selected = rows.filter((row) => row.selected)
    const fresh = selected.filter((row) => settings.again || row.known === null)
    const right = fresh.filter(({ errors }) => errors.length === 0)
    const sum = (of: (row: TableRow) => number) => right.reduce((total, row) => total + of(row), 0)
    return {
      id: 'table',
      name: 'harbour.csv',
      layout: { format: 'csv', encoding: 'utf-8', bom: false, delimiter: ',', newline: '\n' },
      reading: noReading,
      columns: [...columns],
      settings,
      stage: 'ready',
      progress: { done: 0, total: 0 },
      counts: {
        rows: rows.length,
        wrong: rows.filter(({ errors, known }) => errors.length > 0 && (settings.again || known === null))
          .length,
        known: rows.filter((row) => row.known !== null).length,
        selected: selected.length,
        selectedWrong: fresh.length - right.length,
        toQueue: right.length,
        unsentSizes: right.filter(
          (row) => !row.carriesOptions && (namesSize(row) || settings.defaults.size !== ''),
        ).length,
        unsentReferences: right.filter((row) => !row.carriesOptions && settings.defaults.image.length > 0)
          .length,
        textBraces: settings.expand
          ? 0
          : right.filter((row) => row.cells.some((cell) => /\{[^{}]*\|/.test(cell))).length,
        leftOut: settings.defaults.mode === 'background' ? right.filter(namesSize).length : 0,
        requests: sum(({ requests }) => requests),
        images: sum(({ images }) => images),
      },
      requestsByPrice: [
        {
          model: settings.defaults.model,
          size: null,
          requests: sum(({ requests }) => requests),
          images: sum(({ images }) => images),
        },
      ],
      problem: null,
      edited: false,
      history: { undo: done.length > 0, redo: undone.length > 0 },
      ...patch,
    }
  }
  const announce = (): OpenTable => {
    bridge.emit('tables.changed', opened ? table() : null)
    return table()
  }
  const begin = (defaults: Partial<SendableDraft>): OpenTable => {
    opened = true
    settings = { ...settings, defaults: { ...settings.defaults, ...defaults } }
    return announce()
  }

  bridge.answer('tables.current', () => (opened ? table() : null))
  bridge.answer('tables.open', ({ defaults }) =>
    begin(defaults.model === '' ? {} : { model: defaults.model }),
  )
  bridge.answer('tables.paste', () => begin({}))
  bridge.answer('tables.close', () => {
    opened = false
    announce()
    return null
  })
  bridge.answer('tables.change', (changed) => {
    remember({ kind: 'settings' })
    settings = changed
    return announce()
  })
  bridge.answer('tables.readAs', ({ encoding, header }) => {
    const { id, layout, reading } = table()
    const confirms = header === null && encoding === layout.encoding
    if (!confirms) bridge.emit('tables.changed', null)
    patch = {
      ...patch,
      id: confirms ? id : `${id} again`,
      layout: { ...layout, encoding: encoding ?? layout.encoding },
      reading: { ...reading, unsure: false, header: header ?? reading.header },
    }
    return announce()
  })
  bridge.answer('tables.rows', ({ view, offset, limit }) => {
    const rows = found(view)
    return { total: rows.length, rows: rows.slice(offset, offset + limit) }
  })
  bridge.answer('tables.cell', ({ row, column }) => ({ value: cells[row - 1]?.[column] ?? '' }))
  bridge.answer('tables.edit', ({ row, column, value }) => {
    remember({ kind: 'cell', row, column, position: null })
    const texts = cells[row - 1]
    if (texts !== undefined) texts[column] = value
    patch = { ...patch, edited: true }
    announce()
    return rowOf(row - 1)
  })
  bridge.answer('tables.nextWrong', ({ view, after }) => {
    const rows = found(view)
    const wrong = rows.flatMap((row, position) =>
      row.known !== null && !settings.again
        ? []
        : row.errors.map(({ column }) => ({ row, position, column: column ?? wholeRow })),
    )
    const at = rows.findIndex(({ row }) => row === after.row)
    const isAfter = ({ position, column }: { readonly position: number; readonly column: number }) =>
      at < 0 ? position >= after.position : position > at || (position === at && column > after.column)
    return wrong.find(isAfter) ?? wrong[0] ?? null
  })
  bridge.answer('tables.undo', ({ redo, view }) => {
    const last = (redo ? undone : done).at(-1)
    if (last === undefined) return { step: null, table: table() }
    const now = snapshot(last.step)
    done = redo ? [...done, now] : done.slice(0, -1)
    undone = redo ? undone.slice(0, -1) : [...undone, now]
    last.cells.forEach((row, at) => {
      cells[at] = [...row]
    })
    left.clear()
    for (const row of last.left) left.add(row)
    settings = last.settings
    const { step } = last
    if (step.kind !== 'cell') return { step, table: announce() }
    const position = found(view).findIndex(({ row }) => row === step.row)
    return { step: { ...step, position: position < 0 ? null : position }, table: announce() }
  })
  bridge.answer('tables.select', ({ which, selected }) => {
    remember({ kind: 'selection' })
    const numbers = 'rows' in which ? which.rows : found(which.view).map(({ row }) => row)
    for (const row of numbers) {
      if (selected) left.delete(row)
      else left.add(row)
    }
    return announce()
  })
  bridge.answer('tables.enqueue', () => {
    const { counts, name } = table()
    opened = false
    announce()
    return { batchId: 'batch', name, jobs: counts.requests, images: counts.images, known: 0 }
  })

  return {
    table,
    become(next) {
      patch = { ...patch, ...next }
      announce()
    },
  }
}
