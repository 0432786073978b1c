import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { piecesOf } from '../../../electron/backup/copy'

const gigabyte = 2 ** 30

describe('the pieces in which a database is copied', () => {
  test('make up the whole of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), (pages) => {
        const pieces = [...piecesOf(pages * 300_000, 4096)]
        let end = 0
        for (const { start, length } of pieces) {
          expect(start).toBe(end)
          expect(length).toBeGreaterThan(0)
          end = start + length
        }
        expect(end).toBe(pages * 300_000)
      }),
    )
  })

  test('leave out the lock page, and nothing else', () => {
    const pieces = [...piecesOf(gigabyte + 3 * 4096, 4096)]
    expect(pieces.slice(-2)).toEqual([
      { start: gigabyte - 2 ** 20, length: 2 ** 20 },
      { start: gigabyte + 4096, length: 2 * 4096 },
    ])
    expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(gigabyte + 2 * 4096)
  })

  test.each([gigabyte, gigabyte + 4096])('end before the lock page in a file of %i bytes', (size) => {
    expect([...piecesOf(size, 4096)].at(-1)).toEqual({ start: gigabyte - 2 ** 20, length: 2 ** 20 })
  })
})
