import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createImagePlacing } from '../../../../electron/core/library/imagePlacing'
import type { MovedFile } from '../../../../electron/core/library/moveRows'
import { createImageMoving } from '../../../../electron/core/library/moving/imageMoving'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { sha256 } from './moveHarness'

test('a file that comes to have the name of a copy at the last moment stays, and the copy gets another', async () => {
  const root = temporaryFolder()
  const [source, target] = [join(root, 'source'), join(root, 'target')]
  const bytes = Buffer.from('an image')
  const image = {
    ...{ number: 1, id: 'image', jobId: '01jqzv1', index: 0, file: '2026/03-01/fern-01jqzv1-1.png' },
    ...{ bytes: bytes.length, sha256: sha256(bytes) },
  }
  await mkdir(join(source, dirname(image.file)), { recursive: true })
  await writeFile(join(source, image.file), bytes)
  await mkdir(join(target, '.cyanotype'), { recursive: true })
  const moved: MovedFile[] = []
  let isTaken = false
  const moving = createImageMoving({
    rows: { placedCopies: () => [], moved: (file) => void moved.push(file), unread: () => {} },
    folders: { path: (folder, file) => join(folder, file), look: async () => 'there' },
    gates: { ask: (_, work) => work(1) },
    lanes: { run: (_, work) => work() },
    placing: createImagePlacing(),
    whereabouts: { ofSource: async () => null, ofTarget: async () => null },
    holderOf: async () => source,
    reserve: () => 0,
    // It is asked for once the place was found free, right before the copy gets its name.
    record(_, placed) {
      if (!isTaken) {
        mkdirSync(dirname(join(target, placed)), { recursive: true })
        writeFileSync(join(target, placed), 'of the user')
      }
      isTaken = true
      return null
    },
  })
  const move = {
    ...{ id: 1, source, target, begun: true, step: 'copying' as const, paused: false, images: 1 },
    ...{ bytes: bytes.length, reached: 0, doneImages: 0, doneBytes: 0, kept: 0, otherFiles: 0 },
  }
  const options = { signal: new AbortController().signal, onBytes: () => {} }
  expect(await moving.move(image, move, options)).toBe('moved')
  const folder = join(target, dirname(image.file))
  expect((await readdir(folder)).sort()).toEqual(['fern-01jqzv1-1-2.png', 'fern-01jqzv1-1.png'])
  expect(await readFile(join(target, image.file), 'utf8')).toBe('of the user')
  expect(moved).toMatchObject([{ placed: '2026/03-01/fern-01jqzv1-1-2.png', made: true }])
  expect(await readFile(join(folder, 'fern-01jqzv1-1-2.png'))).toEqual(bytes)
})
