import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUp } from '../export/exportHarness'

test.each([
  ['the profile', '.'],
  ['a folder of the profile, which each start empties', 'previews'],
])('no library is begun in %s, nor moved there, however it is reached', async (_, name) => {
  const { call, ports, root } = await setUp(['boat.png'])
  const own = join(ports.places.profile, name)
  await mkdir(own, { recursive: true })
  await symlink(own, join(root, 'link'))
  const refused = { error: { code: 'libraryFolderOwn' } }
  for (const folder of [own, join(root, 'link')]) {
    ports.chosenFolder = folder
    await expect(call('library.choose', null)).rejects.toMatchObject(refused)
    await expect(call('library.planMove', null)).rejects.toMatchObject(refused)
  }
  expect((await call('app.snapshot', null)).libraryPath).toBe(join(root, 'library'))
})
