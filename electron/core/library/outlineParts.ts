import { type GalleryOutline, localDay, type StackCounts } from '@shared/model/image'
import type { ImageMarks } from '@shared/model/imageMarks'
import { type GalleryTiles, imagesOf, stacksWithin } from './galleryTiles'

/** A job's images belong to the day of its first image, and a stack to that of its first image in the list. */
export function daysOf(
  { places: ranks }: Pick<GalleryTiles, 'places'>,
  placedAt: Float64Array,
): { day: string; count: number }[] {
  const days: { day: string; count: number }[] = []
  let begin = Number.NaN
  let end = Number.NaN
  for (const rank of ranks) {
    const at = placedAt[rank] ?? 0
    const last = days.at(-1)
    if (last !== undefined && at >= begin && at < end) {
      last.count++
      continue
    }
    const date = new Date(at)
    begin = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
    end = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
    const day = localDay(at)
    if (last?.day === day) last.count++
    else days.push({ day, count: 1 })
  }
  return days
}

/**
 * Base64 of two bytes each, the higher one first: every machine that the app runs on has them the other way round. A
 * loop, because `from` takes ten times as long.
 */
export function coloursText(ranks: Uint32Array, colours: Uint16Array): string {
  const listed = new Uint16Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) listed[at] = colours[ranks[at] ?? 0] ?? 0
  return Buffer.from(listed.buffer).swap16().toString('base64')
}

/** What a stacked list has, and each of its days. */
export function stackCountsOf(
  tiles: GalleryTiles,
  days: readonly { readonly count: number }[],
): Required<GalleryOutline>['stackCounts'] {
  let from = 0
  const ofDays = days.map(({ count }): StackCounts => {
    const to = from + count
    const counts = { images: imagesOf(tiles, from, to - 1).length, stacks: stacksWithin(tiles, from, to) }
    from = to
    return counts
  })
  const stacks = stacksWithin(tiles, 0, tiles.shown.length)
  return { images: tiles.images.length, stacks, days: ofDays }
}

/** The position of each image in a list of numbers; null for one that isn't in it. */
export function positionsOf(wanted: readonly number[], listed: Float64Array): (number | null)[] {
  if (wanted.length === 0) return []
  const found = new Map<number, number | null>(wanted.map((number) => [number, null]))
  for (let position = 0; position < listed.length; position++) {
    const number = listed[position] ?? 0
    if (found.has(number)) found.set(number, position)
  }
  return wanted.map((number) => found.get(number) ?? null)
}

/** How many of the images have each flag. */
export function flagsOf(
  listed: Float64Array,
  marksOf: (number: number) => ImageMarks,
): GalleryOutline['flags'] {
  const counts = { kept: 0, rejected: 0 }
  for (const number of listed) {
    const { flag } = marksOf(number)
    if (flag !== null) counts[flag]++
  }
  return counts
}
