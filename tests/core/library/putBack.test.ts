import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createImagePlacing } from '../../../electron/core/library/imagePlacing'
import { incomingFolder } from '../../../electron/core/library/libraryFolders'
import { temporaryFolder } from '../../support/temporaryFolder'

test('a file is put back where nothing is, and replaces nothing that came there in the last moment', async () => {
  const library = temporaryFolder()
  await mkdir(incomingFolder(library), { recursive: true })
  const temp = join(incomingFolder(library), 'one.part')
  await writeFile(temp, 'fetched')
  const { putBack } = createImagePlacing()
  await mkdir(join(library, '2026-11-25'))
  const place = join(library, '2026-11-25/one.png')
  await writeFile(place, 'edited')
  expect(await putBack(temp, '2026-11-25/one.png')).toBe(false)
  expect(await readFile(place, 'utf8')).toBe('edited')
  expect(await putBack(temp, '2026-11-26/one.png')).toBe(true)
  expect(await readFile(join(library, '2026-11-26/one.png'), 'utf8')).toBe('fetched')
})
