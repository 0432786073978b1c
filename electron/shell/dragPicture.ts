/** Pixels as Electron has them: four bytes each, blue first, from the top left. */
export interface Bitmap {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The longer side of what is drawn, in pixels. */
export const pictureEdge = 64

/** The system puts the top left corner at the pointer: room there keeps what images are dropped on in sight. */
const offset = 16

/** A digit by rows of three dots, the highest bit on the left. */
const digits = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 1, 1],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
]
/** The edge of a dot, in pixels. */
const dot = 2
const digitWidth = 4 * dot
const badgeHeight = 9 * dot

const badgeColour = Buffer.from([0x20, 0x20, 0x20, 0xff])
const digitColour = Buffer.from([0xff, 0xff, 0xff, 0xff])

/** What is shown beside the pointer while images are dragged: the first of them, and how many there are if several. */
export function dragPicture(first: Bitmap, count: number): Bitmap {
  const text = count > 1 ? String(count) : ''
  const badgeWidth = text.length * digitWidth + 3 * dot
  const width = offset + Math.max(first.width, text === '' ? 0 : badgeWidth)
  const height = offset + Math.max(first.height, text === '' ? 0 : badgeHeight)
  const bytes = Buffer.alloc(width * height * 4)
  const fill = (left: number, top: number, across: number, down: number, colour: Buffer): void => {
    for (let y = top; y < top + down; y++)
      bytes.fill(colour, (y * width + left) * 4, (y * width + left + across) * 4)
  }

  for (let y = 0; y < first.height; y++) {
    const from = y * first.width * 4
    first.bytes.copy(bytes, ((y + offset) * width + offset) * 4, from, from + first.width * 4)
  }
  if (text === '') return { bytes, width, height }
  const left = width - badgeWidth
  const top = height - badgeHeight
  fill(left, top, badgeWidth, badgeHeight, badgeColour)
  for (const [at, digit] of [...text].entries())
    for (const [row, dots] of (digits[Number(digit)] ?? []).entries())
      for (const column of [0, 1, 2])
        if ((dots & (4 >> column)) !== 0)
          fill(left + (2 + column) * dot + at * digitWidth, top + (2 + row) * dot, dot, dot, digitColour)
  return { bytes, width, height }
}
