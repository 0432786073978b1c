import { type TableDefaults, type TableSettings, tableSettingsSchema } from '@shared/model/table'
import type { RowContent } from './rowEdit'

/** Something the user did to the table, with what it takes to undo and to redo it. */
export type HistoryStep =
  | {
      readonly kind: 'cell'
      readonly row: number
      readonly column: number
      readonly before: RowContent
      readonly after: RowContent
      /** Whether the table had been edited before this step. */
      readonly wasEdited: boolean
    }
  /** These rows were selected, or no longer are; no others were touched. */
  | { readonly kind: 'selection'; readonly rows: readonly number[]; readonly selected: boolean }
  | { readonly kind: 'settings'; readonly before: TableSettings; readonly after: TableSettings }

/** What the user did, newest last. It lasts as long as the process: a new run begins without history. */
export interface History {
  /** Drops any steps that could be redone. */
  add(step: HistoryStep): void
  /** The step that would be undone or redone. */
  next(redo: boolean): HistoryStep | null
  /** That step was undone or redone. */
  moved(redo: boolean): void
  shown(): { readonly undo: boolean; readonly redo: boolean }
}

/** In bytes, roughly; the last step is kept whatever its size. */
const kept = 32_000_000

export function createHistory(): History {
  let done: readonly HistoryStep[] = []
  let undone: readonly HistoryStep[] = []

  return {
    add(step) {
      undone = []
      const last = done.at(-1)
      const joined = last === undefined ? null : joinedTyping(last, step)
      done = fitting(joined === null ? [...done, step] : [...done.slice(0, -1), joined])
    },
    next: (redo) => (redo ? undone : done).at(-1) ?? null,
    moved(redo) {
      const step = (redo ? undone : done).at(-1)
      if (step === undefined) return
      done = redo ? [...done, step] : done.slice(0, -1)
      undone = redo ? undone.slice(0, -1) : [...undone, step]
    },
    shown: () => ({ undo: done.length > 0, redo: undone.length > 0 }),
  }
}

/** The newest steps that fit. */
function fitting(steps: readonly HistoryStep[]): readonly HistoryStep[] {
  let left = kept
  const first = steps.findLastIndex((step, at) => {
    left -= bytesOf(step)
    return left < 0 && at < steps.length - 1
  })
  return steps.slice(first + 1)
}

function bytesOf(step: HistoryStep): number {
  switch (step.kind) {
    case 'cell':
      return 2 * (step.before.cells.length + step.after.cells.length) + 100
    case 'selection':
      return 8 * step.rows.length + 100
    case 'settings':
      return 2000
  }
}

/**
 * Typing in one settings field arrives in several changes, split at pauses, and counts as one step; null if this isn't
 * such typing.
 */
function joinedTyping(last: HistoryStep, step: HistoryStep): HistoryStep | null {
  if (last.kind !== 'settings' || step.kind !== 'settings') return null
  const field = typedField(step)
  return field !== null && field === typedField(last) ? { ...step, before: last.before } : null
}

/** The one field of the defaults that changed, if it is one people type in. */
function typedField({ before, after }: Extract<HistoryStep, { readonly kind: 'settings' }>) {
  const typed: readonly (keyof TableDefaults)[] = ['model', 'size', 'n']
  const field = typed.find((one) => before.defaults[one] !== after.defaults[one]) ?? null
  if (field === null) return null
  const same = { ...before, defaults: { ...before.defaults, [field]: after.defaults[field] } }
  return sameSettings(same, after) ? field : null
}

export function sameSettings(one: TableSettings, other: TableSettings): boolean {
  // Parsing puts their keys into the same order.
  const [a, b] = [one, other].map((each) => JSON.stringify(tableSettingsSchema.parse(each)))
  return a === b
}
