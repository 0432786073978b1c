import type { ImageDescription } from '@shared/processes/imaging'
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

/** Of an image with everything that can be said of one, with letters of several scripts and characters that XML escapes. */
export const sampleDescription: ImageDescription = {
  prompt: 'a fern & <moss>, 蕨类 🌿\nسرخس “wet” ]]> end',
  revisedPrompt: 'a fern, long exposure',
  model: 'demo-1',
  system: 'Demo',
  size: '1024x1024',
  n: 4,
  taskId: 'task-7',
  savedAt: new Date(2024, 4, 1, 12, 34, 56).getTime(),
  rating: 4,
  collections: ['山と海', 'Ferns & moss'],
  hasReferences: true,
  width: 64,
  height: 48,
  forWebUi: false,
}
