import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startImaging } from './imagingHarness'
import { encoded, fileOf, sample } from './samples'

describe('making a thumbnail', () => {
  test('writes a WebP within the edge, upright, without metadata, and no other file', async () => {
    const { imaging } = await startImaging()
    const folder = temporaryFolder()
    const turned = await sample(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    await imaging.thumbnail(fileOf(folder, 'picture.jpg', turned), [
      { path: join(folder, 'small.webp'), edge: 300 },
    ])
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(
      join(folder, 'small.webp'),
    ).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 200, height: 300 })
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(readdirSync(folder).sort()).toEqual(['picture.jpg', 'small.webp'])
  })

  test('does not enlarge a small picture', async () => {
    const { imaging } = await startImaging()
    const folder = temporaryFolder()
    await imaging.thumbnail(fileOf(folder, 'a.png', await encoded('png', 64, 32)), [
      { path: join(folder, 't.webp'), edge: 512 },
    ])
    expect(await sharp(join(folder, 't.webp')).metadata()).toMatchObject({ width: 64, height: 32 })
  })

  test('leaves no file when the picture is damaged or the destination does not exist', async () => {
    const { imaging } = await startImaging()
    const folder = temporaryFolder()
    const bytes = await encoded('png', 200, 200)
    const cut = fileOf(folder, 'cut.png', bytes.subarray(0, bytes.length / 2))
    expect(await failureCode(imaging.thumbnail(cut, [{ path: join(folder, 't.webp'), edge: 100 }]))).toBe(
      'imageUndecodable',
    )
    const whole = fileOf(folder, 'whole.png', bytes)
    const missing = join(folder, 'missing', 't.webp')
    expect(await failureCode(imaging.thumbnail(whole, [{ path: missing, edge: 100 }]))).toBe(
      'libraryUnwritable',
    )
    expect(readdirSync(folder).sort()).toEqual(['cut.png', 'whole.png'])
  })
})
