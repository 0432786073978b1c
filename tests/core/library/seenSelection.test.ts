import { describe, expect, test } from 'vitest'
import { eachAlone, type NumberedTiles, numbered, stacked } from '../../../electron/core/library/galleryTiles'
import { seenSelection } from '../../../electron/core/library/seenSelection'

const noMarks = { flag: null, rating: 0, favourite: false }

/** A list of images by their numbers: those of 10 to 19 are one stack, those of 20 to 29 another, and so on. */
function listOf(images: readonly number[], open: readonly number[] = []): NumberedTiles {
  const numbers = Float64Array.from(images)
  const tiles = stacked(
    Uint32Array.from(images, (_, rank) => rank),
    {
      stackOf: (rank) => Math.floor((images[rank] ?? 0) / 10),
      end: 10,
      isOpen: (stack) => open.includes(stack),
      marksOf: () => noMarks,
    },
  )
  return numbered(tiles, numbers)
}

function seen(list: NumberedTiles, before: NumberedTiles | null, selected: readonly number[]) {
  const { has, top } = seenSelection(list, before, selected, 50)
  return { chosen: Array.from({ length: 51 }, (_, number) => number).filter(has), top }
}

describe('what is seen of a selection', () => {
  test('is a closed stack with what has joined it, if all that it had is selected', () => {
    const before = listOf([11, 10, 5])
    expect(seen(listOf([12, 11, 10, 5]), before, [10, 11])).toEqual({ chosen: [10, 11, 12], top: 12 })
    expect(seen(listOf([12, 11, 10, 5]), before, [10, 11, 5])).toEqual({ chosen: [5, 10, 11, 12], top: null })
    // One of them was deleted since.
    expect(seen(listOf([12, 10]), before, [10])).toEqual({ chosen: [10, 12], top: 12 })
  })

  test('is nothing of a closed stack that is selected in part', () => {
    const list = listOf([12, 11, 10, 20, 5])
    expect(seen(list, list, [10, 11, 5])).toEqual({ chosen: [5], top: null })
    expect(seen(list, null, [10, 11, 20])).toEqual({ chosen: [20], top: null })
    // It has come back to others that weren't selected.
    expect(seen(list, listOf([12, 11, 20, 5]), [10])).toEqual({ chosen: [], top: null })
  })

  test('is all of a closed stack that has come back', () => {
    expect(seen(listOf([12, 11, 10]), listOf([5]), [10, 11, 12]).top).toBe(12)
    expect(seen(listOf([12, 11, 10]), null, [10, 11, 12]).chosen).toEqual([10, 11, 12])
  })

  test('is each image of an open stack, and nothing that only another list has', () => {
    const list = listOf([12, 11, 10, 5], [1])
    expect(seen(list, list, [11, 40])).toEqual({ chosen: [11], top: null })
    const alone = numbered(eachAlone(Uint32Array.of(0, 1)), Float64Array.of(11, 10))
    expect(seen(alone, list, [10, 5])).toEqual({ chosen: [10], top: null })
  })
})
