import { readdir, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fewImages } from '@shared/model/imageSelection'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { originalHandlers } from '../../../electron/core/ipc/originalHandlers'
import type { NewImage } from '../../../electron/core/library/library'
import { internationalChunk, pngWith, webUiText, withCredentials } from '../../support/toldImages'
import { libraryHarness } from './libraryHarness'

/** A library whose images are handed to other programs. */
async function handing() {
  const harness = await libraryHarness()
  const { open, folder, download, image, ports } = harness
  const { library } = open()
  const root = join(folder, 'library')
  const saved = async (over: Partial<NewImage> = {}) => {
    const made = image(over)
    const file = await library.place(await download(library, made), made)
    library.insert(made, file)
    return { id: made.id, path: join(root, file) }
  }
  const exports = { filesByHand: () => Promise.reject(new Error('no recipe was named')) }
  const handlers = originalHandlers({ ...ports, library, exports })
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ error }) => error.code,
    )
  const drag = async (...ids: readonly string[]) => {
    const { drag } = await handlers['originals.prepareDrag']({ ids: [...ids] })
    return handlers['originals.drag']({ drag })
  }
  return { ...harness, library, saved, handlers, refused, drag }
}

test('the pixels of an image are copied as they are seen, as a PNG, and no copy stays on the disk', async () => {
  const { saved, handlers, ports, folder, pixels } = await handing()
  const one = await saved()
  await handlers['originals.copyImage']({ id: one.id })
  const [png] = ports.copied
  if (!Buffer.isBuffer(png)) throw new Error('no picture was copied')
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 24 })
  expect(await sharp(png).removeAlpha().raw().toBuffer()).toEqual(await sharp(pixels).raw().toBuffer())
  expect((await readdir(join(folder, 'profile'))).filter((name) => name.startsWith('copied'))).toEqual([])
})

test('an image that is too large or damaged is not copied, and the refusal says which', async () => {
  const { saved, handlers, ports, refused } = await handing()
  const large = await saved({ width: 20_000, height: 20_000 })
  const undecoded = await saved({ decoded: false })
  const damaged = await saved()
  await writeFile(damaged.path, Buffer.alloc(10_000, 7))
  const copy = (id: string) => refused(Promise.resolve(handlers['originals.copyImage']({ id })))
  expect(await copy(large.id)).toBe('copyTooLarge')
  expect(await copy(undecoded.id)).toBe('copyTooLarge')
  expect(await copy(damaged.id)).toBe('fileUnreadable')
  expect(ports.copied).toEqual([])
})

test('files are copied and dragged by their paths in the library, in the order they were named', async () => {
  const { saved, handlers, ports, drag } = await handing()
  const images = [await saved(), await saved(), await saved()]
  const ids = images.map(({ id }) => id)
  const paths = images.map(({ path }) => path)
  expect(await handlers['originals.copyFiles']({ ids })).toEqual({ copied: 3 })
  await drag(...ids)
  expect(ports.copied).toEqual([paths])
  expect(ports.dragged.map((one) => one.paths)).toEqual([paths])
})

test('a drag shows the thumbnail of its first image beside the pointer', async () => {
  const { saved, library, ports, drag } = await handing()
  const one = await saved()
  await library.thumbnail(one.id, 'small')
  await drag(one.id)
  const icon = ports.dragged[0]?.icon
  expect(await sharp(icon ?? undefined).metadata()).toMatchObject({ format: 'png', width: 32, height: 24 })
})

test('nothing is dragged or copied if a file is missing, cut short, or a link to elsewhere', async () => {
  const { saved, handlers, ports, refused, drag, folder } = await handing()
  const whole = await saved()
  const missing = await saved()
  const short = await saved()
  const linked = await saved()
  const elsewhere = join(folder, 'elsewhere.png')
  await rm(missing.path)
  await truncate(short.path, 40)
  await writeFile(elsewhere, Buffer.alloc(10_000))
  await rm(linked.path)
  await symlink(elsewhere, linked.path)
  for (const [{ id }, code] of [
    [missing, 'imageLost'],
    [short, 'fileShort'],
    [linked, 'imageLost'],
  ] as const) {
    expect(await refused(drag(id))).toBe(code)
    expect(await refused(Promise.resolve(handlers['originals.copyFiles']({ ids: [id] })))).toBe(code)
    expect(await refused(Promise.resolve(handlers['originals.open']({ id })))).toBe(code)
    expect(await refused(drag(whole.id, id))).toBe('filesIncomplete')
  }
  expect(ports.dragged).toEqual([])
  expect(ports.copied).toEqual([])
  expect(ports.opened).toEqual([])
})

test('an image that was edited to fewer bytes is handed on before a check has seen it', async () => {
  const { saved, handlers, ports } = await handing()
  const { id, path } = await saved()
  const { size } = await stat(path)
  const edited = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(edited.length).toBeLessThan(size)
  await writeFile(path, edited)
  await handlers['originals.copyFiles']({ ids: [id] })
  expect(ports.copied).toEqual([[path]])
})

test('only the files that were prepared last are dragged, and only once', async () => {
  const { saved, handlers, ports, refused } = await handing()
  const one = await saved()
  const other = await saved()
  const first = await handlers['originals.prepareDrag']({ ids: [one.id] })
  const second = await handlers['originals.prepareDrag']({ ids: [other.id] })
  const start = (drag: number) => refused((async () => handlers['originals.drag']({ drag }))())
  expect(await start(first.drag)).toBe('rowMissing')
  expect(await start(second.drag)).toBe('done')
  expect(await start(second.drag)).toBe('rowMissing')
  expect(ports.dragged.map(({ paths }) => paths)).toEqual([[other.path]])
})

test('only what is an image by name and content is opened', async () => {
  const { saved, handlers, ports, refused, db } = await handing()
  const open = (id: string) => refused(Promise.resolve(handlers['originals.open']({ id })))
  const good = await saved()
  const script = await saved()
  await writeFile(script.path, '#!/bin/sh\n'.padEnd(10_000, '#'))
  const other = await saved()
  await writeFile(
    other.path,
    await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 9, sigma: 9 },
      },
    })
      .jpeg()
      .toBuffer(),
  )
  const named = await saved()
  const file =
    db.get<{ file: string }>('SELECT file FROM images WHERE id = :id', { id: named.id })?.file ?? ''
  const desktop = `${file.slice(0, -4)}.desktop`
  await rename(named.path, `${named.path.slice(0, -4)}.desktop`)
  db.run('UPDATE images SET file = :desktop WHERE id = :id', { desktop, id: named.id })

  expect(await open(good.id)).toBe('done')
  expect(await open(script.id)).toBe('fileUnreadable')
  expect(await open(other.id)).toBe('fileMisnamed')
  expect(await open(named.id)).toBe('fileMisnamed')
  expect(ports.opened).toEqual([good.path])
})

test('an image that was deleted, and more images than another program is given at once, are refused', async () => {
  const { saved, library, image, refused, drag } = await handing()
  const one = await saved()
  await library.delete({ ids: [one.id] })
  expect(await refused(drag(one.id))).toBe('imageLost')

  for (let at = 0; at <= fewImages; at++) library.insert(image(), `2026/2026-03-01/x-${at}.png`)
  const all = await library.select({ text: '', from: null, to: null })
  if (!('numbers' in all)) throw new Error('they are named one by one')
  expect(await refused(library.originals.files({ ids: [], numbers: all.numbers }))).toBe('filesTooMany')
})

test('what the file of an image says about itself is read when it is asked for', async () => {
  const { saved, handlers, refused } = await handing()
  const one = await saved()
  const told = await pngWith([internationalChunk('parameters', webUiText('a fern, 蕨 🌿'))])
  await writeFile(one.path, withCredentials(told, 'png'))
  expect(await handlers['originals.account']({ id: one.id })).toMatchObject({
    prompt: 'a fern, 蕨 🌿',
    model: 'dreamshaper_8',
    hasCredentials: true,
  })
  await writeFile(one.path, Buffer.alloc(100_000, 7))
  expect(await refused(Promise.resolve(handlers['originals.account']({ id: one.id })))).toBe('fileUnreadable')
  await rm(one.path)
  expect(await refused(Promise.resolve(handlers['originals.account']({ id: one.id })))).toBe('imageLost')
})

test('a file of another format is never opened, copied or dragged as an image, also not by its name', async () => {
  const { saved, handlers, library, ports, refused, drag } = await handing()
  const one = await saved()
  const odd = await saved({ format: 'svg', width: 0, height: 0, decoded: false })
  const disguised = await saved()
  for (const { path } of [odd, disguised]) await writeFile(path, `<svg>${' '.repeat(10_000)}</svg>`)
  for (const work of ['copyImage', 'open', 'account'] as const)
    expect(await refused(Promise.resolve(handlers[`originals.${work}`]({ id: odd.id })))).toBe(
      'formatNotShown',
    )
  expect(await refused(drag(odd.id))).toBe('formatNotShown')
  expect(await refused(drag(one.id, odd.id))).toBe('formatNotShown')
  expect(await refused(drag(disguised.id))).toBe('fileUnreadable')
  expect(await refused(Promise.resolve(handlers['originals.open']({ id: disguised.id })))).toBe(
    'formatNotShown',
  )
  expect(await library.pictureFile(odd.id)).toBeNull()
  expect([ports.copied, ports.dragged, ports.opened]).toEqual([[], [], []])
  expect(await handlers['originals.copyFiles']({ ids: [odd.id] })).toEqual({ copied: 1 })
})
