import { writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createMovedOriginals } from '../../../../electron/core/library/moving/movedOriginals'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { sha256 } from './moveHarness'

const bytes = Buffer.from('the bytes of a fern')

/** A copied image, of which both files are still there. */
async function setUp() {
  const root = temporaryFolder()
  const [source, target] = [join(root, 'source'), join(root, 'target')]
  const file = '2026/2026-03-01/fern.png'
  for (const library of [source, target]) {
    await mkdir(dirname(join(library, file)), { recursive: true })
    await writeFile(join(library, file), bytes)
  }
  const originals = createMovedOriginals({
    folders: { path: (folder: string, name: string) => join(folder, name), look: async () => 'there' },
    lanes: { run: (_: string, work: () => Promise<unknown>) => work() },
    whereabouts: { ofSource: async () => null, ofTarget: async () => null },
    record: () => null,
  } as unknown as Parameters<typeof createMovedOriginals>[0])
  const moved = { file, placed: file, jobId: 'job', index: 0, bytes: bytes.length, sha256: sha256(bytes) }
  const remove = (onBytes: () => void) =>
    originals.remove(
      moved as unknown as Parameters<typeof originals.remove>[0],
      { source, target } as unknown as Parameters<typeof originals.remove>[1],
      { signal: new AbortController().signal, onBytes },
    )
  return { remove, path: join(source, file) }
}

test.each([1, 2])(
  'an original that is saved anew while file %i of the two is compared is copied again, not removed',
  async (number) => {
    const { remove, path } = await setUp()
    let read = 0
    const outcome = await remove(() => {
      read += 1
      if (read === number) writeFileSync(path, 'an hour of work')
    })
    expect(outcome).toBe('differs')
    expect(await readFile(path, 'utf8')).toBe('an hour of work')
  },
)

test('an original that has an equal copy is removed', async () => {
  const { remove, path } = await setUp()
  expect(await remove(() => {})).toBe('removed')
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
})
