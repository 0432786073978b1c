import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { pngChunk } from '../../support/pngFile'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import {
  comfyGraph,
  exifBlock,
  jpegWith,
  pngWith,
  textChunk,
  userComment,
  webpWith,
  webUiText,
  xmpPacket,
} from '../../support/toldImages'
import {
  bringIn,
  current,
  detailsOf,
  filesOf,
  folderOf,
  look,
  noon,
  rowsOf,
  settled,
} from './bringingHarness'

/** Ten pictures of several formats and tools. */
async function tenPictures() {
  const comment = userComment('ASCII', Buffer.from(webUiText('a fern by comment')))
  return folderOf({
    'webui.png': await pngWith([textChunk('parameters', webUiText('a fern by the web UI'))]),
    'comfy.png': await pngWith([textChunk('prompt', JSON.stringify(comfyGraph('a fern by Comfy')))], {
      width: 33,
    }),
    'deep/comment.jpg': await jpegWith({ exif: exifBlock({ more: [comment] }) }),
    'deep/comment.webp': await webpWith({ exif: exifBlock({ more: [comment] }) }, { width: 34 }),
    'xmp.jpg': await jpegWith(
      { xmp: xmpPacket('<dc:description>a fern by XMP</dc:description>') },
      { width: 35 },
    ),
    'no words at all.png': await pngWith([], { width: 36 }),
    'wrongly named.txt': await pngWith([], { width: 37 }),
    'moving.gif': await sharp({ create: { width: 38, height: 24, channels: 3, background: 'red' } })
      .gif()
      .toBuffer(),
    'print.jpg': await sharp({ create: { width: 39, height: 24, channels: 3, background: 'red' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer(),
    'wide.png': await pngWith([], { width: 30_000, height: 4 }),
  })
}

describe('bringing in', () => {
  test('tells what there is, copies nothing before it is asked to, and leaves the originals as they are', async () => {
    const folder = temporaryFolder()
    const run = await startCore(folder)
    const pictures = await tenPictures()
    await folderOf({ 'notes.md': 'not an image', '.hidden/secret.png': await pngWith([]) }, pictures)
    await folderOf({ 'torn.png': (await pngWith([])).subarray(0, 30) }, pictures)
    await symlink(join(pictures, 'webui.png'), join(pictures, 'link.png'))

    const found = await look(run, pictures)
    expect(found).toMatchObject({ images: 10, known: 0, prompts: 5, isCut: false, unread: { count: 3 } })
    expect(found.unread.named.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'link.png', problem: 'link' },
      { name: 'notes.md', problem: 'notAnImage' },
      { name: 'torn.png', problem: 'damaged' },
    ])
    expect(await filesOf(join(folder, 'library'))).toEqual([])

    await run.call('bringing.start', { leaves: false })
    expect(await settled(run.call, 'ended')).toEqual({
      stage: 'ended',
      brought: 10,
      known: 0,
      failed: { count: 0, named: [] },
      left: 0,
    })
    expect(await rowsOf(run.call)).toHaveLength(10)
    const files = await filesOf(join(folder, 'library'))
    expect(files).toHaveLength(10)
    expect((await readdir(pictures)).toSorted()).toContain('webui.png')
    for (const file of files) expect(file).toContain(join('2024', '2024-05-01'))
  })

  test('keeps what each file says, and what it was called', async () => {
    const run = await startCore(temporaryFolder())
    const pictures = await tenPictures()
    await bringIn(run, pictures)
    const original = await readFile(join(pictures, 'webui.png'))
    const image = await detailsOf(run.call, 'webui.png')
    expect(image).toMatchObject({
      prompt: 'a fern by the web UI',
      asked: { prompt: 'a fern by the web UI', model: 'dreamshaper_8', mode: null },
      connectionId: '',
      connectionName: '',
      createdAt: noon,
      bytes: original.length,
      brought: { tool: 'Stable Diffusion web UI' },
    })
    expect(image.brought?.facts).toContainEqual({ name: 'Seed', value: '1234567890' })
    expect(image.file).toMatch(/^2024\/2024-05-01\/a-fern-by-the-web-ui-[0-9a-z]{26}-1\.png$/)
    expect(await readFile(join(run.ports.places.defaultLibrary, image.file))).toEqual(original)
    expect(await detailsOf(run.call, 'comment.webp')).toMatchObject({ prompt: 'a fern by comment' })
    expect(await detailsOf(run.call, 'no words at all.png')).toMatchObject({
      prompt: 'no words at all',
      asked: { prompt: '', model: '' },
    })
    expect(await detailsOf(run.call, 'wrongly named.txt')).toMatchObject({ format: 'png' })
  })

  test('is found by words and by is:brought, and no money is counted for it', async () => {
    const run = await startCore(temporaryFolder())
    await bringIn(run, await tenPictures())
    const { id: connectionId } = await run.call('connections.useDemo', null)
    const draft = {
      prompt: 'a fern made here',
      model: 'aurora-2',
      size: '',
      n: 1,
      mode: 'background' as const,
      image: [],
    }
    await run.call('jobs.enqueue', { connectionId, draft, first: false })
    await eventually(async () => (await rowsOf(run.call)).length === 11)
    expect(await rowsOf(run.call, 'is:brought')).toHaveLength(10)
    expect(await rowsOf(run.call, '-is:brought')).toMatchObject([{ prompt: 'a fern made here' }])
    expect(await rowsOf(run.call, 'fern comfy')).toMatchObject([{ prompt: 'a fern by Comfy' }])
    expect(await rowsOf(run.call, 'model:dreamshaper')).toHaveLength(3)
    const [made] = await rowsOf(run.call, '-is:brought')
    const made1 = await run.call('images.cost', { id: made?.id ?? '' })
    expect((await run.call('gallery.costs', { text: '' })).total).toMatchObject([
      { connectionId, surely: made1.surely, unknown: 0 },
    ])
    expect((await run.call('gallery.costs', { text: 'is:brought' })).total).toEqual([])
    expect(await rowsOf(run.call, 'cost:<1000 is:brought')).toEqual([])
    expect((await run.call('gallery.suggest', { key: 'connection', text: '' })).values).not.toContain('')
  })

  test('does nothing a second time, whatever the files are called now', async () => {
    const run = await startCore(temporaryFolder())
    const pictures = await tenPictures()
    await bringIn(run, pictures)
    await rename(join(pictures, 'webui.png'), join(pictures, 'renamed.jpg'))
    expect(await look(run, pictures)).toMatchObject({ images: 0, known: 10 })
    await expect(run.call('bringing.start', { leaves: false })).rejects.toThrow('bringingBusy')
    await run.call('bringing.cancel', null)
    // Two files of the same bytes at once: the second is found out once the first is there.
    const bytes = await pngWith([], { width: 50 })
    const twins = await folderOf({ 'one.png': bytes, 'two.png': bytes })
    expect(await bringIn(run, twins)).toMatchObject({ brought: 1, known: 1 })
    expect(await rowsOf(run.call)).toHaveLength(11)
  })

  test('keeps no later move of the library from ending', async () => {
    const folder = temporaryFolder()
    const { call, ports, ...run } = await startCore(folder)
    await bringIn({ call, ports, ...run }, await tenPictures())
    ports.chosenFolder = join(folder, 'moved')
    await mkdir(ports.chosenFolder)
    const plan = await call('library.planMove', null)
    await call('library.move', { plan: plan?.plan ?? 0 })
    await eventually(async () => (await call('app.snapshot', null)).move?.step === 'done', {
      what: 'the end of the move',
    })
    expect(await filesOf(join(folder, 'library'))).toEqual([])
    expect(await filesOf(ports.chosenFolder)).toHaveLength(10)
  })

  test('outlives a restart, and the database: records bring it back', async () => {
    const folder = temporaryFolder()
    const run = await startCore(folder)
    await bringIn(run, await tenPictures())
    const before = await detailsOf(run.call, 'webui.png')
    await run.core.stop()
    const again = await startCore(folder)
    expect(await current(again.call)).toMatchObject({ stage: 'ended', brought: 10 })
    await again.call('bringing.dismiss', null)
    expect(await current(again.call)).toBeNull()
    expect(await detailsOf(again.call, 'webui.png')).toEqual(before)
    await again.core.stop()
    await rm(join(folder, 'profile'), { recursive: true })
    const anew = await startCore(folder)
    await eventually(async () => (await rowsOf(anew.call)).length === 10)
    expect(await detailsOf(anew.call, 'webui.png')).toEqual(before)
    expect(await rowsOf(anew.call, 'is:brought')).toHaveLength(10)
  })

  test('reads the records of another library of ours', async () => {
    const there = temporaryFolder()
    const other = await startCore(there)
    const { id: connectionId } = await other.call('connections.useDemo', null)
    const draft = {
      prompt: 'a fern made there',
      model: 'aurora-2',
      size: '',
      n: 1,
      mode: 'background' as const,
      image: [],
    }
    await other.call('jobs.enqueue', { connectionId, draft, first: false })
    await eventually(async () => (await rowsOf(other.call)).length === 1)
    await other.core.stop()
    const copy = join(temporaryFolder(), 'copy')
    await cp(join(there, 'library'), copy, { recursive: true })
    const run = await startCore(temporaryFolder())
    expect(await bringIn(run, copy)).toMatchObject({ brought: 1 })
    const [row] = await rowsOf(run.call, 'is:brought')
    expect(await run.call('images.details', { id: row?.id ?? '' })).toMatchObject({
      asked: { prompt: 'a fern made there', model: 'aurora-2', mode: null },
      brought: { tool: 'Cyanotype' },
    })
  })

  test('tells of each file that vanished or changed since it was looked at, and places the others', async () => {
    const run = await startCore(temporaryFolder())
    const torn = await pngWith([], { width: 200, height: 200 })
    const folder = await folderOf({
      'a.png': await pngWith([], { width: 51 }),
      'gone.png': await pngWith([], { width: 52 }),
      'now text.png': await pngWith([], { width: 53 }),
      'now link.png': await pngWith([], { width: 54 }),
      'torn.png': Buffer.concat([torn.subarray(0, 33), pngChunk('IDAT', Buffer.from([1, 2, 3]))]),
      'z.png': await pngWith([], { width: 55 }),
    })
    expect(await look(run, folder)).toMatchObject({ images: 6 })
    await rm(join(folder, 'gone.png'))
    await writeFile(join(folder, 'now text.png'), 'text')
    await rm(join(folder, 'now link.png'))
    await symlink(join(folder, 'a.png'), join(folder, 'now link.png'))
    await run.call('bringing.start', { leaves: false })
    expect(await settled(run.call, 'ended')).toEqual({
      stage: 'ended',
      brought: 2,
      known: 0,
      failed: {
        count: 4,
        named: [
          { name: 'gone.png', problem: 'gone' },
          { name: 'now link.png', problem: 'link' },
          { name: 'now text.png', problem: 'notAnImage' },
          { name: 'torn.png', problem: 'damaged' },
        ],
      },
      left: 0,
    })
    expect(await filesOf(run.ports.places.defaultLibrary)).toHaveLength(2)
    const image = await detailsOf(run.call, 'a.png')
    expect((await stat(join(run.ports.places.defaultLibrary, image.file))).isFile()).toBe(true)
  })

  test('waits while the library’s disk is full, says so, and can be stopped', async () => {
    const run = await startCore(temporaryFolder(), { options: { diskReserveBytes: Number.MAX_SAFE_INTEGER } })
    await look(run, await tenPictures())
    await run.call('bringing.start', { leaves: false })
    await eventually(async () => {
      const state = await current(run.call)
      return state?.stage === 'running' && state.problem?.code === 'diskLow'
    })
    await expect(run.call('bringing.choose', { what: 'folder' })).rejects.toThrow('bringingBusy')
    await run.call('bringing.cancel', null)
    expect(await settled(run.call, 'ended')).toMatchObject({ brought: 0, left: 10 })
    expect(await rowsOf(run.call)).toEqual([])
    expect(await filesOf(run.ports.places.defaultLibrary)).toEqual([])
  })

  test('begins with nothing if the dialog is closed, and looks at one folder after another', async () => {
    const run = await startCore(temporaryFolder())
    expect(await run.call('bringing.choose', { what: 'folder' })).toEqual({ chosen: false })
    expect(await current(run.call)).toBeNull()
    await look(run, await folderOf({ 'a.png': await pngWith([]) }))
    expect(await look(run, await folderOf({}))).toMatchObject({ images: 0 })
    await run.call('bringing.cancel', null)
    expect(await current(run.call)).toBeNull()
    expect(await look(run, join(temporaryFolder(), 'nowhere'))).toMatchObject({
      images: 0,
      unread: { named: [{ name: 'nowhere', problem: 'gone' }] },
    })
  })
})
