import { type GalleryOutline, type GallerySort, type Image, localDay, ratioByte } from '@shared/model/image'
import { kept } from './sameData'
import type { Stacks } from './stacking'

/** Which list: what is searched for, in which order, in which batch, null for all, and how it is stacked, if it is. */
export interface ListQuery {
  readonly text: string
  readonly sort: GallerySort
  readonly batchId: string | null
  readonly stacks: Stacks | null
}

/** Whether they have the same images in the same order. */
export const isSameList = (a: ListQuery, b: ListQuery): boolean =>
  a.text === b.text && a.sort === b.sort && a.batchId === b.batchId

/** Whether they also have the same tiles. */
export const isSameQuery = (a: ListQuery, b: ListQuery): boolean =>
  isSameList(a, b) && JSON.stringify(a.stacks) === JSON.stringify(b.stacks)

/** Whether an image of the library may be missing from it, or leave it. */
export const isNarrow = ({ text, batchId }: Pick<ListQuery, 'text' | 'batchId'>): boolean =>
  text.trim() !== '' || batchId !== null

/** The shape of the list that is shown. */
export interface GalleryShape extends ListQuery {
  readonly revision: number
  /** Tiles. */
  readonly total: number
  /** True while these are only the first images, because the others are still being counted. */
  readonly isBeginning?: boolean
  readonly days: GalleryOutline['days']
  /** Null if the list isn't stacked. */
  readonly stackCounts: NonNullable<GalleryOutline['stackCounts']> | null
  /** How many images have each flag. */
  readonly flags: GalleryOutline['flags']
  /** The `ratioByte` of each tile's image, in list order. */
  readonly ratios: Uint8Array
  /** Average colour of each as RGB565, 0 while unknown. */
  readonly colours: Uint16Array
}

type ListShape = Omit<GalleryShape, keyof ListQuery | 'revision'>

/** Of a whole list. What equals that of `before`, a list whose images are where they were, is the same object. */
export function shapeOf(outline: GalleryOutline, before: GalleryShape | null): ListShape {
  const { total, days, stackCounts = null, flags, ratios, colours } = outline
  return {
    ...{ total, stackCounts, flags },
    days: kept(before?.days, days),
    ratios: keptNumbers(before?.ratios, bytesOf(ratios)),
    colours: keptNumbers(before?.colours, coloursOf(colours)),
  }
}

const keptNumbers = <T extends Uint8Array | Uint16Array>(before: T | undefined, after: T): T =>
  before?.length === after.length && after.every((one, at) => one === before[at]) ? before : after

/** The shape of the first images of a list by time, newest first, as the outline of the whole list would have them. */
export function beginningOf(rows: readonly Image[]) {
  const days: { day: string; count: number }[] = []
  for (const { placedAt } of rows) {
    const day = localDay(placedAt)
    const last = days.at(-1)
    if (last?.day === day) last.count++
    else days.push({ day, count: 1 })
  }
  return {
    total: rows.length,
    days,
    stackCounts: null,
    flags: { kept: 0, rejected: 0 },
    ratios: Uint8Array.from(rows, ({ width, height }) => ratioByte(width, height)),
    colours: new Uint16Array(rows.length),
    isBeginning: true,
  }
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

function coloursOf(base64: string): Uint16Array {
  const bytes = atob(base64)
  const colours = new Uint16Array(bytes.length / 2)
  for (let at = 0; at < colours.length; at++)
    colours[at] = (bytes.charCodeAt(2 * at) << 8) | bytes.charCodeAt(2 * at + 1)
  return colours
}
