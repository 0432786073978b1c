import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recipeSettingsSchema } from '@shared/model/exportRecipe'
import type { Converted, ImageDescription } from '@shared/processes/imaging'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Imaging } from '../../../electron/core/library/imaging'
import { hiddenTextIn, hidingPicture, hidingSignatures } from '../../support/hiddenText'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startImaging } from './imagingHarness'
import { fileOf, sample } from './samples'

const prompt = 'a fern in the rain, 蕨 🌿'
const usual = recipeSettingsSchema.parse({ template: '', format: 'png' })

const copyBy = (format: Converted['format'], more: Partial<Converted> = {}): Converted => ({
  ...{ quality: usual.quality, longestSide: null, enlarge: false },
  ...{ background: usual.background, profile: usual.profile, description: null, ...more },
  format,
})

/** Converts a file and returns the copy. */
async function converted(imaging: Imaging, from: string, copy: Converted, isShared = false): Promise<Buffer> {
  const path = fileOf(temporaryFolder(), 'copy', '')
  await imaging.convert(from, { ...copy, path, isShared })
  return await readFile(path)
}

const pixelsOf = (file: Buffer): Promise<Buffer> => sharp(file).ensureAlpha().raw().toBuffer()

const largestDifference = (a: Buffer, b: Buffer): number =>
  a.reduce((most, byte, at) => Math.max(most, Math.abs(byte - (b[at] ?? 0))), a.length - b.length)

const description: ImageDescription = {
  ...{ prompt: 'a moss', revisedPrompt: null, model: 'm', system: null, size: null, n: 1, taskId: null },
  ...{ savedAt: 0, rating: 0, collections: [], hasReferences: false, width: 64, height: 48, forWebUi: false },
}

const decode = { decode: true }

describe.each(['png', 'webp'] as const)('text that is hidden in the pixels of a %s', (format) => {
  test.each(hidingSignatures)(
    'as %s isn’t in a copy, whose pixels are the same to the eye',
    async (signature) => {
      const { imaging } = await startImaging()
      const picture = hidingPicture(prompt, signature)
      const original = await picture.toFormat(format, { lossless: true, exact: true }).toBuffer()
      expect(await hiddenTextIn(original)).toBe(prompt)
      const path = fileOf(temporaryFolder(), 'picture', original)
      const png = await converted(imaging, path, copyBy('png'))
      expect(await hiddenTextIn(png)).toBe(null)
      expect(largestDifference(await pixelsOf(png), await pixelsOf(original))).toBe(1)
      // What was opaque before the text was hidden is so again, and no bit is left of it anywhere.
      expect((await sharp(png).stats()).isOpaque).toBe(true)
      const hid = (at: number): boolean => signature.includes('rgb') === at % 4 < 3
      expect((await pixelsOf(png)).every((byte, at) => !hid(at) || (byte & 1) === 1)).toBe(true)
      for (const [to, more] of [
        ['webp', {}],
        ['avif', { quality: 100 }],
        ['jpeg', { quality: 100 }],
        ['png', { description }],
        ['png', { profile: 'kept' }],
        ['png', { longestSide: 64 }],
        ['png', { longestSide: 32 }],
        ['webp', { longestSide: 128, enlarge: true }],
      ] as const)
        expect(await hiddenTextIn(await converted(imaging, path, copyBy(to, more))), to).toBe(null)
      for (const to of ['png', 'webp'] as const)
        expect(await hiddenTextIn(await converted(imaging, path, copyBy(to), true))).toBe(null)
    },
  )

  test('is found in the original, which keeps it', async () => {
    const { imaging } = await startImaging()
    for (const signature of hidingSignatures) {
      const original = await hidingPicture(prompt, signature)
        .toFormat(format, { lossless: true, exact: true })
        .toBuffer()
      const folder = temporaryFolder()
      const [path, target] = [fileOf(folder, 'picture', original), fileOf(folder, 'stripped', '')]
      expect(await imaging.provenance(path, decode)).toMatchObject({ prompt: null, hidesText: true })
      expect(await imaging.strip(path, target, decode)).toMatchObject({ hidesText: true })
      expect(await hiddenTextIn(await readFile(join(folder, 'stripped')))).toBe(prompt)
      for (const kind of ['asItIs', 'stripped'] as const)
        expect(await imaging.foresee(path, { kind }, null, decode)).toMatchObject({
          hidesText: true,
          losses: [],
        })
      const account = await imaging.foresee(path, { kind: 'converted', ...copyBy('png') }, null, decode)
      expect(account).toMatchObject({ hidesText: true, losses: [{ kind: 'hiddenText' }] })
    }
  })
})

test('hidden text is found and cleared in pictures of any shape and of greys', async () => {
  const { imaging } = await startImaging()
  for (const [width, height] of [
    [3_000, 1],
    [1, 3_000],
    [7, 400],
    [400, 7],
  ] as const) {
    const original = await hidingPicture(prompt, 'stealth_pnginfo', { width, height }).png().toBuffer()
    const path = fileOf(temporaryFolder(), 'picture', original)
    expect((await imaging.provenance(path, decode)).hidesText).toBe(true)
    expect(await hiddenTextIn(await converted(imaging, path, copyBy('png')))).toBe(null)
  }
  const opaque = await hidingPicture(prompt, 'stealth_rgbcomp')
    .removeAlpha()
    .webp({ lossless: true })
    .toBuffer()
  expect(await hiddenTextIn(opaque)).toBe(prompt)
  const coloured = fileOf(temporaryFolder(), 'coloured', opaque)
  expect((await imaging.provenance(coloured, decode)).hidesText).toBe(true)
  expect(await hiddenTextIn(await converted(imaging, coloured, copyBy('png')))).toBe(null)
  const grey = await sharp(await hidingPicture(prompt, 'stealth_pngcomp').png().toBuffer())
    .toColourspace('b-w')
    .png()
    .toBuffer()
  expect((await sharp(grey).metadata()).channels).toBe(2)
  expect(await hiddenTextIn(grey)).toBe(prompt)
  const path = fileOf(temporaryFolder(), 'grey', grey)
  expect((await imaging.provenance(path, decode)).hidesText).toBe(true)
  expect(await hiddenTextIn(await converted(imaging, path, copyBy('webp')))).toBe(null)
})

test('hidden text is in no copy that is turned back either', async () => {
  const { imaging } = await startImaging()
  for (const format of ['png', 'webp'] as const) {
    const turned = await hidingPicture(prompt, 'stealth_pnginfo')
      .toFormat(format, { lossless: true, exact: true })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await hiddenTextIn(turned)).toBe(prompt)
    const path = fileOf(temporaryFolder(), 'picture', turned)
    for (const isShared of [false, true]) {
      const copy = await converted(imaging, path, copyBy('png'), isShared)
      expect(await hiddenTextIn(await sharp(copy).rotate(270).png().toBuffer())).toBe(null)
    }
  }
})

test('a picture that hides nothing is copied pixel for pixel, and one that can’t be decoded isn’t known', async () => {
  const { imaging } = await startImaging()
  const clear = await sample(64, 48).ensureAlpha(0.5).png().toBuffer()
  const path = fileOf(temporaryFolder(), 'picture', clear)
  expect((await imaging.provenance(path, decode)).hidesText).toBe(false)
  expect(await pixelsOf(await converted(imaging, path, copyBy('png')))).toEqual(await pixelsOf(clear))
  expect((await imaging.provenance(path)).hidesText).toBe(null)
  const cut = fileOf(temporaryFolder(), 'cut', clear.subarray(0, clear.length / 3))
  expect((await imaging.provenance(cut, decode)).hidesText).toBe(null)
  const small = fileOf(temporaryFolder(), 'small', await sample(3, 2).png().toBuffer())
  expect((await imaging.provenance(small, decode)).hidesText).toBe(false)
})
