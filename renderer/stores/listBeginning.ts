import { byteRatio, type Image, localDay, ratioByte } from '@shared/model/image'

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
    ratios: Float32Array.from(rows, ({ width, height }) => byteRatio(ratioByte(width, height))),
    colours: new Uint16Array(rows.length),
    isBeginning: true,
  }
}
