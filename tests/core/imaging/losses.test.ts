import { recipeSettingsSchema } from '@shared/model/exportRecipe'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { peakOf, startImaging } from './imagingHarness'
import { fileOf } from './samples'

test('one transparent pixel of a large picture is found, in the memory of a copy', async () => {
  const { imaging, processes } = await startImaging()
  const [width, height] = [6_000, 5_000]
  const pixels = Buffer.alloc(width * height * 4, 255)
  const large = sharp(pixels, { raw: { width, height, channels: 4 } }).png({ compressionLevel: 1 })
  const { quality, ...settings } = recipeSettingsSchema.parse({ template: '', format: 'jpeg' })
  const copy = { ...settings, quality, kind: 'converted', format: 'jpeg', description: null } as const
  const lost = async (name: string) =>
    (
      await imaging.foresee(fileOf(temporaryFolder(), name, await large.toBuffer()), copy, null, {
        decode: false,
      })
    ).losses
  expect(await lost('opaque')).toEqual([{ kind: 'exactness', quality }])
  pixels[pixels.length - 1] = 254
  expect(await lost('clear')).toEqual([
    { kind: 'transparency', background: '#ffffff' },
    { kind: 'exactness', quality },
  ])
  expect(peakOf(processes)).toBeLessThan(180)
})
