import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { claimName } from '../../electron/core/claimedName'
import { fuse } from '../support/fuse'
import { temporaryFolder } from '../support/temporaryFolder'

vi.mock(import('../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

test('on a drive without second names, what another program saves under a claimed name stays', async () => {
  fuse.refusesLinks = true
  const folder = temporaryFolder()
  const [temp, path] = [join(folder, '.cyanotype-1.part'), join(folder, 'boat.png')]
  await writeFile(temp, 'a boat')
  let looks = 0
  const check = async () => {
    looks += 1
    if (looks === 2) await writeFile(path, 'an hour of work')
  }
  expect(await claimName(temp, path, check)).toBe(false)
  expect(await readFile(path, 'utf8')).toBe('an hour of work')
  expect((await readdir(folder)).sort()).toEqual(['.cyanotype-1.part', 'boat.png'])
})
