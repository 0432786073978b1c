import { describe, expect, test } from 'vitest'
import { dragPicture } from '../../electron/shell/dragPicture'

const red = Buffer.from([0, 0, 255, 255])
const first = { bytes: Buffer.alloc(64 * 48 * 4, red), width: 64, height: 48 }

/** A letter a pixel: `.` nothing, `r` the image, `#` the badge, `o` a digit. */
function drawn(count: number): readonly string[] {
  const { bytes, width, height } = dragPicture(first, count)
  const letters: Readonly<Record<string, string>> = {
    '00000000': '.',
    '0000ffff': 'r',
    '202020ff': '#',
    ffffffff: 'o',
  }
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const at = (y * width + x) * 4
      return letters[bytes.toString('hex', at, at + 4)] ?? '?'
    }).join(''),
  )
}

describe('the picture of a drag', () => {
  test('is the image, away from the pointer', () => {
    const lines = drawn(1)
    expect(lines).toHaveLength(64)
    expect(lines.slice(0, 16)).toEqual(Array(16).fill('.'.repeat(80)))
    expect(lines.slice(16)).toEqual(Array(48).fill('.'.repeat(16) + 'r'.repeat(64)))
  })

  test('says in its corner how many there are', () => {
    const badge = drawn(24)
      .slice(-18)
      .filter((_, y) => y % 2 === 0)
      .map((line) => [...line.slice(-22)].filter((_, x) => x % 2 === 0).join(''))
    expect(badge).toEqual([
      '###########',
      '###########',
      '##ooo#o#o##',
      '####o#o#o##',
      '##ooo#ooo##',
      '##o#####o##',
      '##ooo###o##',
      '###########',
      '###########',
    ])
  })

  test('has room for a count that is wider than the image', () => {
    const thin = { bytes: Buffer.alloc(4 * 4 * 4, red), width: 4, height: 4 }
    expect(dragPicture(thin, 12_345)).toMatchObject({ width: 16 + 46, height: 16 + 18 })
  })
})
