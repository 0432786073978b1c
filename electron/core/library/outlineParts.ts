import { type GalleryOutline, localDay } from '@shared/model/image'
import type { ImageMarks } from '@shared/model/imageMarks'

/** A job's images belong to the day of its first image. */
export function daysOf(ranks: Uint32Array, placedAt: Float64Array): { day: string; count: number }[] {
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

/** The numbers of the images that a list shows. */
export function listedNumbers(ranks: Uint32Array, numbers: Float64Array): Float64Array {
  const listed = new Float64Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) listed[at] = numbers[ranks[at] ?? 0] ?? 0
  return listed
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
