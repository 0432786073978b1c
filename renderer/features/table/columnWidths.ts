import type { TableRole, TableRow } from '@shared/model/table'

/** Pixels. */
export const leftWidths = { row: 104, state: 208 } as const
export const minimumWidth = 64
const maximumWidth = 800

/** The approximate width of a character, and the room around a text. */
const character = 7
const around = 28

const usual: Readonly<Record<TableRole, readonly [least: number, most: number]>> = {
  prompt: [280, 520],
  model: [112, 200],
  size: [104, 160],
  n: [112, 120],
  image: [184, 280],
  mode: [112, 144],
  name: [112, 240],
  key: [120, 200],
  extra: [120, 240],
  unused: [120, 240],
}
const usualVariable = [160, 280] as const

/** A width that suits most of a column's cells. */
export function columnWidth(
  column: number,
  name: string,
  role: TableRole | null,
  sample: readonly TableRow[],
): number {
  const [least, most] = role === null ? usualVariable : usual[role]
  const lengths = sample.map(({ cells }) => cells[column]?.length ?? 0).toSorted((a, b) => a - b)
  const typical = lengths[Math.floor((lengths.length - 1) * 0.8)] ?? 0
  const wanted = Math.max(name.length + 2, typical) * character + around
  return Math.min(most, Math.max(least, wanted))
}

/** The width the user chose by dragging, within limits. */
export function draggedWidth(width: number): number {
  return Math.round(Math.min(maximumWidth, Math.max(minimumWidth, width)))
}

/** Widens one column so that all of them fill the available width, or narrows it so that they fit. */
export function fitted(widths: readonly number[], room: number, gives: number): readonly number[] {
  const left = room - widths.reduce((sum, width) => sum + width, 0)
  const least = Math.min(usual.prompt[0], widths[gives] ?? 0)
  return widths.map((width, column) => (column === gives ? Math.max(least, width + left) : width))
}
