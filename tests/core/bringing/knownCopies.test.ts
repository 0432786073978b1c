import { appendFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { bring, bringIn, detailsOf, folderOf, look, rowsOf } from './bringingHarness'
import { fern } from './leavingHarness'

describe('a copy of an image whose file in the library', () => {
  async function known() {
    const root = temporaryFolder()
    const bytes = await fern()
    const pictures = await folderOf({ 'fern.png': bytes }, join(root, 'pictures'))
    const run = await startCore(root)
    await bringIn(run, pictures)
    const { id, file } = await detailsOf(run.call, 'fern.png')
    return { run, pictures, bytes, id, file: join(root, 'library', file) }
  }

  test('was just lost is put in its place', async () => {
    const { run, pictures, bytes, id, file } = await known()
    await rm(file)
    expect(await look(run, pictures)).toMatchObject({ known: 0, images: 1 })
    expect(await bringIn(run, pictures)).toMatchObject({ brought: 1 })
    expect(await readFile(file)).toEqual(bytes)
    expect((await rowsOf(run.call)).map((row) => row.id)).toEqual([id])
  })

  test('was just edited becomes an image of its own', async () => {
    const { run, pictures, file } = await known()
    await appendFile(file, 'edited')
    expect(await bringIn(run, pictures)).toMatchObject({ brought: 1 })
    expect(await rowsOf(run.call)).toHaveLength(2)
  })

  test('was damaged, though it has its length and its time, becomes an image of its own', async () => {
    const { run, pictures, bytes, file } = await known()
    const { atime, mtime } = await stat(file)
    await writeFile(file, Buffer.alloc(bytes.length))
    await utimes(file, atime, mtime)
    expect(await look(run, pictures)).toMatchObject({ known: 0, images: 1 })
    expect(await bringIn(run, pictures)).toMatchObject({ brought: 1, known: 0 })
    const [latest] = await rowsOf(run.call)
    const { file: own } = await run.call('images.details', { id: latest?.id ?? '' })
    const library = dirname(dirname(dirname(file)))
    expect(await readFile(join(library, own))).toEqual(bytes)
  })

  test('may be in a library that is away counts as there', async () => {
    const { run, pictures, file } = await known()
    const library = dirname(dirname(dirname(file)))
    run.ports.chosenFolder = join(dirname(library), 'other')
    await mkdir(run.ports.chosenFolder)
    await run.call('library.choose', null)
    await rename(library, `${library} away`)
    expect(await look(run, pictures)).toMatchObject({ known: 1, images: 0 })
  })
})

test('an image that was left where it was, and edited there, doesn’t keep a copy of what it was out', async () => {
  const root = temporaryFolder()
  const bytes = await fern()
  const pictures = await folderOf({ 'fern.png': bytes }, join(root, 'pictures'))
  const backup = await folderOf({ 'fern.png': bytes }, join(root, 'backup'))
  const run = await startCore(root)
  await bring(run, { leaves: true }, pictures)
  expect(await look(run, backup)).toMatchObject({ known: 1, images: 0 })
  await writeFile(join(pictures, 'fern.png'), Buffer.alloc(bytes.length))
  expect(await bringIn(run, backup)).toMatchObject({ brought: 1, known: 0 })
})
