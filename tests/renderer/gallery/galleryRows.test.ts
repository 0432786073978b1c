import { describe, expect, test } from 'vitest'
import { movedRows, positionOf } from '../../../renderer/stores/galleryRows'
import { chunkSize, noRows, rowAt, withChunk } from '../../../renderer/stores/listRows'
import { imageSample } from '../../support/galleryStandIn'

const chunk = (first: number) => Array.from({ length: chunkSize }, (_, index) => imageSample(first + index))

describe('the rows of the gallery', () => {
  test('are found by position and by id', () => {
    const rows = withChunk(noRows, 1, chunk(1000), [1])
    expect(rowAt(rows, chunkSize + 3)?.id).toBe('image1003')
    expect(positionOf(rows, 'image1003')).toBe(chunkSize + 3)
    expect(rowAt(rows, 3)).toBeNull()
    expect(positionOf(rows, 'image1')).toBeNull()
  })

  test('stay at their new places until the new chunk is here, without those that are gone', () => {
    const images = chunk(1000)
    const stale = movedRows(
      images,
      images.map((_, index) => (index === 1 ? null : index + 2)),
    )
    expect(rowAt(stale, 2)?.id).toBe('image1000')
    expect(rowAt(stale, 3)).toBeNull()
    expect(rowAt(stale, 0)).toBeNull()

    const fresh = withChunk(stale, 0, chunk(998), [0])
    expect(rowAt(fresh, 0)?.id).toBe('image998')
    expect(rowAt(fresh, 2)?.id).toBe('image1000')
    expect(rowAt(fresh, chunkSize + 1)?.id).toBe('image1199')
  })

  test('are dropped chunk by chunk, but never those on the screen', () => {
    let rows = withChunk(noRows, 0, chunk(0), [0])
    for (let next = 1; next <= 40; next++) rows = withChunk(rows, next, chunk(next * 1000), [0, next])
    expect(rowAt(rows, 0)?.id).toBe('image0')
    expect(rowAt(rows, 40 * chunkSize)?.id).toBe('image40000')
    expect(rows.fresh.size).toBeLessThanOrEqual(12)
  })
})
