import { ratioByte } from '@shared/model/image'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameBox, imagesTouched, isTouched } from '../../../renderer/features/gallery/frame'
import { arrange } from '../../../renderer/features/gallery/layout/arrange'
import { galleryPlan } from '../../../renderer/features/gallery/layout/galleryPlan'
import { layoutOptions } from '../../../renderer/features/gallery/layout/layoutOptions'
import { boxOfTile } from '../../../renderer/features/gallery/layout/rowBoxes'
import type { HeadTile } from '../../../renderer/stores/galleryHead'

const point = fc.record({ x: fc.integer({ min: -50, max: 1000 }), y: fc.integer({ min: -200, max: 9000 }) })

/** An image that has arrived, one that is on its way, or a stack. */
function headTile(position: number): HeadTile {
  const key = `held ${position}`
  if (position % 3 === 0) return { kind: 'stack', key, batchId: '', name: null, state: 'waiting', count: 1 }
  const imageId = position % 3 === 1 ? `image ${position}` : null
  const job = { jobId: key, index: 0, of: 1, prompt: '', ratio: 1 }
  return { kind: 'coming', key, ...job, imageId, listed: imageId !== null }
}

test('a frame selects the images that it touches, in the list and in the head', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('rows', 'grid'),
      point,
      point,
      fc.uniqueArray(fc.nat(299), { maxLength: 4 }),
      (kind, from, to, held) => {
        const shape = {
          revision: 1,
          text: '',
          sort: 'new',
          batchId: null,
          stacks: null,
          stackCounts: null,
          total: 300,
          days: Array.from({ length: 6 }, (_, day) => ({ day: `day ${day}`, count: 50 })),
          flags: { kept: 0, rejected: 0 },
          ratios: Uint8Array.from({ length: 300 }, (_, at) => ratioByte(0.6 + ((at * 37) % 120) / 100, 1)),
          colours: new Uint16Array(300),
        } as const
        const coming = held.map(headTile)
        const inHead = held.toSorted((a, b) => a - b)
        const plan = galleryPlan(shape, coming, inHead)
        const layout = arrange(plan.ratios, plan.sections, layoutOptions(kind, 184, 700, 800))
        const isIn = (tile: number) => {
          const box = boxOfTile(layout, tile)
          return box !== null && isTouched(frameBox({ from, to }), box)
        }
        const { positions, ids } = imagesTouched(plan, layout, { from, to })
        const touched = positions.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        )
        const listed = Array.from({ length: 300 }, (_, position) => position).filter(
          (position) => !held.includes(position),
        )
        expect(touched).toEqual(listed.filter((_, index) => isIn(coming.length + index)))
        expect(ids).toEqual(
          coming
            .filter((_, index) => isIn(index))
            .flatMap((tile) => ('imageId' in tile ? (tile.imageId ?? []) : [])),
        )
      },
    ),
  )
})
