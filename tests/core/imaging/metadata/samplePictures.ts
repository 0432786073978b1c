import sharp, { type Sharp } from 'sharp'

export const formats = ['png', 'jpeg', 'webp', 'avif'] as const
export type WrittenFormat = (typeof formats)[number]

interface Look {
  readonly width?: number
  readonly height?: number
  /** Colours that differ. */
  readonly shade?: number
}

/** Not one colour alone, and transparent where its format allows that. */
export const drawing = ({ width = 64, height = 48, shade = 0 }: Look = {}): Sharp =>
  sharp(
    Buffer.from(
      Array.from({ length: width * height * 4 }, (_, at) => ((at % 4) + 1) * 37 + ((at / 9) | 0) + shade),
    ),
    { raw: { width, height, channels: 4 } },
  )

export const encoded = (image: Sharp, format: WrittenFormat): Promise<Buffer> =>
  (format === 'avif' ? image.avif({ effort: 0 }) : image.toFormat(format)).toBuffer()

export const picture = (format: WrittenFormat, look?: Look): Promise<Buffer> => encoded(drawing(look), format)

export const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()
