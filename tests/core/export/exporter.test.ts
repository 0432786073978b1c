import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createExporter } from '../../../electron/core/export/exporter'
import { temporaryFolder } from '../../support/temporaryFolder'

async function setUp(names: readonly string[] = ['boat-1.png', 'boat-2.png', 'ship-1.webp']) {
  const root = temporaryFolder()
  const library = join(root, 'library')
  const folder = join(root, 'exports')
  await mkdir(library)
  await mkdir(folder)
  for (const name of names) await writeFile(join(library, name), `the bytes of ${name}`)
  const exporter = createExporter({
    library: {
      imageFile: async (id) =>
        names.includes(id) || id === 'vanished.png' ? { path: join(library, id), type: 'image/png' } : null,
    },
  })
  const progress: [number, number][] = []
  const run = (ids: readonly string[], signal = new AbortController().signal, to = folder) =>
    exporter.run(
      {
        total: ids.length,
        async *images() {
          yield* ids.map((imageId) => ({ imageId, name: null }))
        },
      },
      to,
      { onProgress: (done, total) => progress.push([done, total]), signal },
    )
  return { root, folder, names, run, progress }
}

describe('an export', () => {
  test('copies originals byte for byte, and leaves nothing else behind', async () => {
    const { folder, names, run, progress } = await setUp()
    expect(await run(names)).toEqual({ written: 3, failed: [] })
    expect((await readdir(folder)).sort()).toEqual([...names].sort())
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe(`the bytes of ${name}`)
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  test('never overwrites', async () => {
    const { folder, run } = await setUp()
    await writeFile(join(folder, 'boat-1.png'), 'mine')
    await run(['boat-1.png'])
    await run(['boat-1.png'])
    expect((await readdir(folder)).sort()).toEqual(['boat-1 (2).png', 'boat-1 (3).png', 'boat-1.png'])
    expect(await readFile(join(folder, 'boat-1.png'), 'utf8')).toBe('mine')
    expect(await readFile(join(folder, 'boat-1 (3).png'), 'utf8')).toBe('the bytes of boat-1.png')
  })

  test('counts the images it couldn’t copy by their errors, and copies the others', async () => {
    const { folder, run } = await setUp()
    const { written, failed } = await run(['nobody', 'boat-1.png', 'vanished.png', 'nobody else'])
    expect(written).toBe(1)
    expect(failed).toMatchObject([
      { error: { code: 'imageLost' }, count: 2 },
      { error: { code: 'exportFailed', detail: { cause: 'ENOENT' } }, count: 1 },
    ])
    expect(await readdir(folder)).toEqual(['boat-1.png'])
  })

  test('into a folder that accepts no files is refused before the first copy', async () => {
    const { root, run, progress } = await setUp()
    await writeFile(join(root, 'file'), '')
    // Even root can't create a folder where a file is.
    await expect(run(['boat-1.png'], undefined, join(root, 'file'))).rejects.toMatchObject({
      error: { code: 'folderUnwritable', detail: { cause: 'ENOTDIR' } },
    })
    expect(progress).toEqual([])
  })

  test('stops when the app ends', async () => {
    const { folder, names, run } = await setUp()
    const ending = new AbortController()
    ending.abort()
    expect(await run(names, ending.signal)).toEqual({ written: 0, failed: [] })
    expect(await readdir(folder)).toEqual([])
  })
})
