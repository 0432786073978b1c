import { ratioByte } from '@shared/model/image'
import { arrange } from '../../../../renderer/features/gallery/layout/arrange'
import { layoutOptions } from '../../../../renderer/features/gallery/layout/layoutOptions'
import { median } from '../figure'
import type { GalleryPart } from './galleryPart'

const rounds = 21
const widths = [592, 900, 1400, 2200] as const

/** The place of every image for a width, as the window computes it. */
export const layout: GalleryPart = async ({ rows, add }) => {
  const ratios = Uint8Array.from({ length: rows }, (_, n) => ratioByte(0.55 + ((n * 7919) % 1000) / 600, 1))
  const perDay = 137
  const sections = Array.from({ length: Math.ceil(rows / perDay) }, (_, day) => ({
    key: `day ${day}`,
    titled: true,
    count: Math.min(perDay, rows - day * perDay),
  }))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const width = (widths[round % widths.length] ?? widths[0]) + round
    const began = performance.now()
    const { tiles } = arrange(ratios, sections, layoutOptions('rows', 184, width, 1080))
    times.push(performance.now() - began)
    if (tiles !== rows) throw new Error('not every image has a place')
  }
  add({ name: `layout: ${rows} images, median`, value: median(times), unit: 'ms', target: 16 })
  add({ name: `layout: ${rows} images, the first time`, value: times[0] ?? 0, unit: 'ms', target: null })
}
