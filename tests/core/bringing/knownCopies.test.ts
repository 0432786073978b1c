import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { bringIn, detailsOf, folderOf, look, rowsOf } from './bringingHarness'
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
