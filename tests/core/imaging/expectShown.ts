import { join } from 'node:path'
import type { PictureCopy, PictureFacts } from '@shared/processes/imaging'
import sharp from 'sharp'
import { expect } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import type { OddPicture } from './oddPictures'
import { fileOf } from './samples'

/** How far a channel may be from its value: WebP is lossy. */
const tolerance = 12

async function pixelAt(file: string, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  const at = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
  return [...data.subarray(at, at + 3)]
}

/** Expects that a decoder makes of a file what it is: on arrival, and again later. */
export async function expectShown(
  decoder: {
    inspect(path: string, copies: readonly PictureCopy[]): Promise<PictureFacts>
    thumbnail(path: string, copies: readonly PictureCopy[]): Promise<string>
  },
  { bytes, shown }: OddPicture,
): Promise<void> {
  const folder = temporaryFolder()
  const path = fileOf(folder, 'picture', await bytes())
  const copiesOf = (name: string) =>
    [512, 256].map((edge) => ({ path: join(folder, `${name}-${edge}`), edge }))
  const { format, width, height, points } = shown
  const inspection = await decoder.inspect(path, copiesOf('arrival'))
  expect(inspection).toMatchObject({ format, width, height, decoded: points !== null })
  const later = decoder.thumbnail(path, copiesOf('later'))
  if (points === null) {
    expect(inspection.placeholder).toBeNull()
    await expect(later).rejects.toSatisfy((problem: unknown) => /imageTooLarge/.test(JSON.stringify(problem)))
    return
  }
  expect(await later).toBe(inspection.placeholder)
  for (const copy of [...copiesOf('arrival'), ...copiesOf('later')]) {
    const scale = Math.min(1, copy.edge / Math.max(width, height))
    const made = await sharp(copy.path).metadata()
    expect(made).toMatchObject({
      format: 'webp',
      width: Math.round(width * scale),
      height: Math.max(1, Math.round(height * scale)),
    })
    const { pages = 1, icc, exif, orientation } = made
    expect([pages, icc, exif, orientation]).toEqual([1, undefined, undefined, undefined])
    for (const [x, y, rgb] of points) {
      const found = await pixelAt(copy.path, x, y)
      for (const [channel, value] of rgb.entries())
        expect(Math.abs((found[channel] ?? 0) - value), `${found} at ${x}, ${y}`).toBeLessThan(tolerance)
    }
  }
}
