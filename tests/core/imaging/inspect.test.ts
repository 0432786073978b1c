import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { imageFormatSchema } from '@shared/model/image'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { oddFiles } from '../../support/oddFiles'
import { temporaryFolder } from '../../support/temporaryFolder'
import { withCredentials } from '../../support/toldImages'
import { startImaging } from './imagingHarness'
import { encoded, fileOf, sample } from './samples'

describe('inspecting an image', () => {
  test.each(imageFormatSchema.options)(
    'reports format and size of a %s whatever its name',
    async (format) => {
      const { imaging } = await startImaging()
      const path = fileOf(temporaryFolder(), 'picture.bin', await encoded(format, 123, 77))
      expect(await imaging.inspect(path)).toEqual({
        format,
        width: 123,
        height: 77,
        decoded: true,
        placeholder: expect.any(String),
        hasCredentials: false,
      })
    },
  )

  test('says whether it has Content Credentials', async () => {
    const { imaging } = await startImaging()
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const path = fileOf(temporaryFolder(), 'told', withCredentials(await encoded(format, 32, 24), format))
      expect(await imaging.inspect(path)).toMatchObject({ format, decoded: true, hasCredentials: true })
    }
  })

  test('isn’t led astray by a length of eight bytes', async () => {
    const { imaging, processes } = await startImaging()
    const endless = Buffer.from('00000001667265657fffffffffffffff0000000000000000', 'hex')
    const path = fileOf(temporaryFolder(), 'far', Buffer.concat([await encoded('avif', 32, 24), endless]))
    expect(await imaging.inspect(path)).toMatchObject({ decoded: true, hasCredentials: false })
    expect(processes.started('imaging')).toBe(1)
  })

  test.each(imageFormatSchema.options)('finds a truncated %s undecodable', async (format) => {
    const { imaging, processes } = await startImaging()
    const bytes = await encoded(format, 320, 240)
    const folder = temporaryFolder()
    for (const kept of [0.35, 0.7, 0.95])
      expect(
        await failureCode(
          imaging.inspect(fileOf(folder, 'cut', bytes.subarray(0, Math.floor(bytes.length * kept)))),
        ),
      ).toBe('imageUndecodable')
    expect(processes.started('imaging')).toBe(1)
  })

  test('gives the size as displayed when EXIF rotates the picture', async () => {
    const { imaging } = await startImaging()
    const turned = await sample(120, 80).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const path = fileOf(temporaryFolder(), 'turned.jpg', turned)
    expect(await imaging.inspect(path)).toEqual({
      format: 'jpeg',
      width: 80,
      height: 120,
      decoded: true,
      placeholder: expect.any(String),
      hasCredentials: false,
    })
  })

  test('gives the size of one frame of an animation', async () => {
    const { imaging } = await startImaging()
    const frames = await Promise.all([1, 2, 3].map((blur) => sample(60, 40).blur(blur).png().toBuffer()))
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(await sharp(animation).metadata()).toMatchObject({ pages: 3 })
    const path = fileOf(temporaryFolder(), 'animation.gif', animation)
    expect(await imaging.inspect(path)).toEqual({
      format: 'gif',
      width: 60,
      height: 40,
      decoded: true,
      placeholder: expect.any(String),
      hasCredentials: false,
    })
  })

  test('refuses a file that isn’t an image with its error code, and keeps running', async () => {
    const { imaging, processes } = await startImaging()
    const folder = temporaryFolder()
    for (const [name, content] of [
      ['page.png', '<!doctype html><title>Sign in</title>'],
      ['nothing.png', ''],
      ['short.png', '\x89PN'],
    ] as const)
      expect(await failureCode(imaging.inspect(fileOf(folder, name, content))), name).toBe('imageNotAnImage')
    const good = fileOf(folder, 'good.png', await encoded('png', 30, 20))
    expect(await imaging.inspect(good)).toMatchObject({ width: 30 })
    expect(processes.started('imaging')).toBe(1)
  })

  test('tells other formats by their first bytes, and never decodes them', async () => {
    const { imaging } = await startImaging()
    const folder = temporaryFolder()
    const unshown = { width: 0, height: 0, decoded: false, placeholder: null, hasCredentials: false }
    for (const { format, bytes } of oddFiles()) {
      const path = fileOf(folder, `${format}.png`, bytes)
      expect(await imaging.inspect(path), format).toEqual({ format, ...unshown })
      const copies = [{ path: `${path}.webp`, edge: 64 }]
      const codes = await Promise.all(
        [
          imaging.thumbnail(path, copies),
          imaging.provenance(path),
          imaging.strip(path, path, { decode: false }),
        ].map(failureCode),
      )
      expect(codes, format).toEqual(codes.map(() => 'imageNotAnImage'))
    }
    const tiff = await sample(20, 20).tiff().toBuffer()
    expect(await imaging.inspect(fileOf(folder, 'real.png', tiff))).toEqual({ format: 'tiff', ...unshown })
  })

  test('distinguishes a missing file from a damaged one', async () => {
    const { imaging } = await startImaging()
    expect(await failureCode(imaging.inspect('/nowhere/at/all.png'))).toBe('imageLost')
  })

  test('doesn’t wait for a pipe', async () => {
    const { imaging } = await startImaging()
    const path = join(temporaryFolder(), 'pipe.png')
    execFileSync('mkfifo', [path])
    expect(await failureCode(imaging.inspect(path))).toBe('imageLost')
  })

  test('outlives what opens and can’t be read, as a folder does', async () => {
    const { imaging, processes } = await startImaging()
    await expect(imaging.inspect(temporaryFolder())).rejects.toMatchObject({
      error: { code: 'imageLost', detail: { cause: 'EISDIR' } },
    })
    expect(processes.started('imaging')).toBe(1)
  })
})
