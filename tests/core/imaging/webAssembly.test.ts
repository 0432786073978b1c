import { readFile, writeFile } from 'node:fs/promises'
import Module from 'node:module'
import { join } from 'node:path'
import { refuseNativeSharp } from '@shared/processes/sharpBuild'
import { expect, test } from 'vitest'
import { createDecoder } from '../../../electron/imaging/decoder'
import { saying } from '../../support/fuzz/corpora/pictureSizes'
import { temporaryFolder } from '../../support/temporaryFolder'

/** 16,000 x 16,000 pixels of one colour. */
const large = join(import.meta.dirname, 'large.avif')

/** The build that the app uses on Linux. */
async function webAssembly() {
  refuseNativeSharp(Module)
  const { default: sharp } = await import('sharp')
  expect(sharp.versions).toHaveProperty('emscripten')
  return sharp
}

test('a complete picture that the decoder has no memory for is not taken for a damaged one', async () => {
  const inspection = await createDecoder(webAssembly).inspect(large, [])
  expect(inspection).toEqual({
    format: 'avif',
    width: 16_000,
    height: 16_000,
    decoded: false,
    placeholder: null,
  })
})

test('a truncated picture is damaged, whatever its name is', async () => {
  const bytes = saying(await readFile(large), 64, 48)
  const path = join(temporaryFolder(), 'no memory, no limit.avif')
  await writeFile(path, bytes.subarray(0, bytes.length - 500))
  await expect(createDecoder(webAssembly).inspect(path, [])).rejects.toMatchObject({
    code: 'imageUndecodable',
  })
})

test('shows what is odd as what it is, too', async () => {
  await webAssembly()
  // Both import sharp, which is the build of whoever imported it first.
  const [{ oddPictures }, { expectShown }] = await Promise.all([
    import('./oddPictures'),
    import('./expectShown'),
  ])
  for (const odd of oddPictures) await expectShown(createDecoder(webAssembly), odd)
})

test('clears text that is hidden in pixels, too', async () => {
  await webAssembly()
  const { hiddenTextIn, hidingPicture } = await import('../../support/hiddenText')
  const folder = temporaryFolder()
  const [path, copy] = [join(folder, 'picture'), join(folder, 'copy')]
  const settings = { quality: 90, longestSide: null, enlarge: false, background: '#ffffff' }
  for (const signature of ['stealth_pngcomp', 'stealth_rgbinfo'] as const) {
    await writeFile(path, await hidingPicture('a fern', signature).png().toBuffer())
    await writeFile(copy, '')
    const decoder = createDecoder(webAssembly)
    expect(await decoder.hidesText(path)).toBe(true)
    await decoder.convert(path, {
      ...settings,
      ...{ format: 'png', profile: 'srgb', description: null, isShared: false, path: copy },
    })
    expect(await hiddenTextIn(await readFile(copy))).toBe(null)
  }
})
