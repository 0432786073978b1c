import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createImageThumbnails } from '../../../electron/core/library/imageThumbnails'
import { failuresMaximum } from '../../../electron/core/library/oneByOne'
import { createThumbnails } from '../../../electron/core/library/thumbnails'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { galleryParts } from '../../support/galleryParts'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'
import { withCredentials } from '../../support/toldImages'
import { libraryHarness } from './libraryHarness'

/** A library with one image of 800 x 600, as a download brings it. */
async function withImage() {
  const harness = await libraryHarness()
  const opened = harness.open({ clock: createFakeClock(Date.now()) })
  const { library } = opened
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#2060c0' } })
    .png()
    .toBuffer()
  const temp = await library.tempPath(harness.image().jobId, 0)
  await writeFile(temp, bytes)
  const inspection = await library.inspect(temp)
  const made = harness.image(inspection)
  const file = await library.place(temp, made)
  library.insert(made, file)
  const thumbnails = join(harness.folder, 'profile/thumbnails')
  const place = (ending: string) => join(thumbnails, made.id.slice(-2), `${made.id}${ending}`)
  return {
    ...{ ...harness, ...opened, made, thumbnails },
    file: join(harness.folder, 'library', file),
    large: place('.webp'),
    small: place('.small.webp'),
    sizeOf: async (size: 'thumb' | 'small') => {
      const thumbnail = await library.thumbnail(made.id, size)
      if (thumbnail === null) return null
      const { format, width, height } = await sharp(thumbnail.bytes).metadata()
      return { format, width, height, isLasting: thumbnail.isLasting }
    },
  }
}

const whole = {
  thumb: { format: 'webp', width: 512, height: 384, isLasting: true },
  small: { format: 'webp', width: 256, height: 192, isLasting: true },
}

describe('an image that arrives', () => {
  test('has both thumbnails, its placeholder and its colour with its row, all of one decode', async () => {
    const { library, made, thumbnails, processes, sizeOf } = await withImage()
    await processes.stop()
    expect(await sizeOf('thumb')).toEqual(whole.thumb)
    expect(await sizeOf('small')).toEqual(whole.small)
    expect(processes.started('imaging')).toBe(1)
    expect(await readdir(join(thumbnails, 'new'))).toEqual([])

    const [row] = (await library.page({ text: '' }, 0, 1)).rows
    expect(row?.placeholder).toBe(made.placeholder)
    expect(Buffer.from(row?.placeholder ?? '', 'base64').length).toBeLessThanOrEqual(25)
    const colour = Buffer.from((await library.outline({ text: '' })).colours, 'base64').readUInt16BE()
    const channels = [(colour >> 11) / 31, ((colour >> 5) & 63) / 63, (colour & 31) / 31]
    for (const [at, value] of [0x20, 0x60, 0xc0].entries())
      expect(Math.abs((channels[at] ?? 0) - value / 255)).toBeLessThan(0.06)
  })

  test('leaves no draft behind that a kill cut off from its image', async () => {
    const { folder, open, image, pixels } = await libraryHarness()
    const { library } = open()
    const temp = await library.tempPath(image().jobId, 0)
    await writeFile(temp, pixels)
    await library.inspect(temp)
    const drafts = join(folder, 'profile/thumbnails/new')
    expect(await readdir(drafts)).toHaveLength(2)
    await open().library.start()
    await expect(readdir(drafts)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test('what was drafted of an earlier download isn’t shown for the image, if no draft of it could be written', async () => {
  const thumbnails = createThumbnails({
    profile: temporaryFolder(),
    imaging: { thumbnail: () => Promise.reject(new Error('not asked')) },
  })
  const bytes = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#c02020' } })
    .webp()
    .toBuffer()
  for (const { path } of await thumbnails.drafts('job-0')) await writeFile(path, bytes)
  await thumbnails.drafts('job-0')
  await thumbnails.adopt('job-0', 'image')
  expect(await thumbnails.read('image', 'thumb')).toBeNull()
  expect(await thumbnails.read('image', 'small')).toBeNull()
})

describe('a thumbnail', () => {
  test.each([
    ['is missing', (path: string) => rm(path)],
    ['is empty', (path: string) => truncate(path)],
    ['is cut short', (path: string) => truncate(path, 40)],
    ['is something else', (path: string) => writeFile(path, '<html>')],
  ])('is made again if it %s', async (_, damage) => {
    const { large, small, sizeOf } = await withImage()
    await damage(large)
    expect(await sizeOf('thumb')).toEqual(whole.thumb)
    await damage(small)
    expect(await sizeOf('small')).toEqual(whole.small)
    await damage(large)
    await damage(small)
    expect(await sizeOf('small')).toEqual(whole.small)
    expect(await sizeOf('thumb')).toEqual(whole.thumb)
  })

  test('that is missing is made of the larger one while the image cannot be reached', async () => {
    const { file, small, sizeOf } = await withImage()
    await rm(file)
    await rm(small)
    expect(await sizeOf('small')).toEqual(whole.small)
  })

  test('is made of the image if the larger one is damaged inside', async () => {
    const { large, small, sizeOf } = await withImage()
    const bytes = Buffer.alloc(1000, 'RIFF....WEBPVP8 ')
    bytes.writeUInt32LE(992, 4)
    await writeFile(large, bytes)
    await rm(small)
    expect(await sizeOf('small')).toEqual(whole.small)
    expect(await sizeOf('thumb')).toEqual(whole.thumb)
  })

  test('stands in for the other while that cannot be made', async () => {
    const { file, large, sizeOf } = await withImage()
    await rm(file)
    await rm(large)
    expect(await sizeOf('thumb')).toEqual({ ...whole.small, isLasting: false })
  })

  test('of a damaged image is tried and logged once', async () => {
    const { file, large, small, library, made, ports, processes, sizeOf } = await withImage()
    await writeFile(file, 'no image any more')
    await rm(large)
    await rm(small)
    expect(await sizeOf('small')).toBeNull()
    await processes.stop()
    expect(await sizeOf('thumb')).toBeNull()
    expect(processes.started('imaging')).toBe(1)
    const said = ports.logger.lines.filter(({ event }) => event === 'library.noThumbnail')
    expect(said).toEqual([expect.objectContaining({ fields: { image: made.id, reason: 'imageNotAnImage' } })])
    expect(library.details(made.id).id).toBe(made.id)
  })
})

describe('images of an earlier version', () => {
  test('are looked at for Content Credentials some time after the start', async () => {
    const { open, image, download, folder } = await libraryHarness()
    const first = open()
    const old = [image(), image(), image()]
    for (const made of old) {
      const file = await first.library.place(await download(first.library, made), made)
      first.library.insert(made, file)
      const path = join(folder, 'library', file)
      if (made === old[1]) await writeFile(path, withCredentials(await readFile(path), 'png'))
      if (made === old[2]) await writeFile(path, 'no image')
    }
    // Removed by the user, more than the failures after which such work is left to the next start.
    for (let n = 0; n < 25; n++) first.library.insert(image(), `2020/2020-01-01/removed-${n}.png`)
    await first.library.stop()

    const clock = createFakeClock(Date.now())
    const { library } = open({ clock })
    const known = () => old.map(({ id }) => library.details(id).hasCredentials)
    expect(known()).toEqual([undefined, undefined, undefined])
    await library.start()
    clock.advance(20_000)
    await eventually(async () => {
      clock.advance(50)
      return known()[0] !== undefined
    })
    // The newest is looked at first. What is no image now may be one again.
    expect(known()).toEqual([false, true, undefined])
    await library.stop()
  })

  test('get their placeholders some time after the start, whatever is wrong with others', async () => {
    const { open, image, download, folder } = await libraryHarness()
    const first = open()
    const old = [image(), image(), image(), image()]
    const files: string[] = []
    for (const made of old) {
      const file = await first.library.place(await download(first.library, made), made)
      first.library.insert(made, file)
      files.push(join(folder, 'library', file))
    }
    await writeFile(files[2] ?? '', 'no image')
    await rm(files[1] ?? '')
    await first.library.stop()

    const clock = createFakeClock(Date.now())
    const { library, changes } = open({ clock })
    await library.start()
    const placeholders = async () =>
      (await library.page({ text: '' }, 0, 10)).rows.map(({ id, placeholder }) => [id, placeholder !== null])
    const before = changes.revision('gallery')
    expect((await placeholders()).some(([, has]) => has)).toBe(false)
    clock.advance(20_000)
    const known = new Map(old.map(({ id }, at) => [id, at === 0 || at === 3]))
    await eventually(async () => {
      clock.advance(10)
      return (await placeholders()).every(([id, has]) => known.get(String(id)) === has)
    })
    // The window hears of them with the next change.
    expect(changes.revision('gallery')).toBe(before)
    const { colours } = await library.outline({ text: '' })
    expect(Buffer.from(colours, 'base64').filter((byte) => byte !== 0).length).toBeGreaterThan(0)
    await library.stop()
  })

  test('are left alone until the next start when one after the other fails', async () => {
    const { db, image } = await libraryHarness()
    const { rows, pictures } = galleryParts(db)
    const all = Array.from({ length: 2 * failuresMaximum }, () => image())
    for (const one of all) rows.insert(one, 'gone.png')
    const newest = all.map(({ id }) => id).reverse()
    const tried: string[] = []
    const images = createImageThumbnails({
      gallery: { rows, pictures },
      thumbnails: {
        read: async () => null,
        remove: async () => {},
        async make(id) {
          tried.push(id)
          if (id === newest[1]) return null
          throw new AppFailure(appError('imageLost'))
        },
      },
      folders: { locate: async () => null },
      clock: {
        after(_ms, then) {
          queueMicrotask(then)
          return () => {}
        },
      },
      logger: memoryLogger(),
      onChange() {},
    })
    await images.catchUp(new AbortController().signal)
    expect(tried).toEqual(newest.slice(0, 2 + failuresMaximum))
  })
})
