import { readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, lchown, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile } from '../../electron/core/replaceFile'
import { temporaryFolder } from '../support/temporaryFolder'

const diary = 'the diary of the user'

/** A folder that another user may write to, and a file elsewhere that isn't theirs. */
async function setUp() {
  const root = temporaryFolder()
  const [folder, secret] = [join(root, 'shared'), join(root, 'diary')]
  await mkdir(folder)
  await writeFile(secret, diary)
  return { root, folder, secret, path: join(folder, 'results.csv') }
}

test('what another user puts in the place of a file that is being written gets no name', async () => {
  const { root, folder, secret, path } = await setUp()
  function* chunks() {
    yield 'prompt\n'
    for (const name of readdirSync(folder)) {
      renameSync(join(folder, name), join(root, 'taken'))
      symlinkSync(secret, join(folder, name))
    }
    yield 'a chair\n'
  }
  await expect(replaceFile(path, chunks())).rejects.toMatchObject({ code: 'ESTALE' })
  expect(await readFile(secret, 'utf8')).toBe(diary)
  expect(await readdir(folder)).toEqual([])
})

test('a link that another user made is replaced, and what it leads to stays', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only the administrator can make a link for another user')
  const { secret, path } = await setUp()
  await symlink(secret, path)
  await lchown(path, 12_345, 12_345)
  await replaceFile(path, ['prompt\n'])
  expect(await readFile(secret, 'utf8')).toBe(diary)
  expect((await lstat(path)).isFile()).toBe(true)
  expect(await readFile(path, 'utf8')).toBe('prompt\n')
})

test.each([
  ['closed to others', 0o600],
  ['open to its group', 0o664],
])('a file that is %s stays so, also while it is written anew', async (_, mode) => {
  const { folder, path } = await setUp()
  await writeFile(path, 'prompt\n')
  await chmod(path, mode)
  function* chunks() {
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(mode)
    yield 'prompt,status\n'
  }
  await replaceFile(path, chunks())
  expect(await readFile(path, 'utf8')).toBe('prompt,status\n')
  expect((await lstat(path)).mode & 0o777).toBe(mode)
})

test('a file stays that of the group that may read it', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only the administrator can give a file to any group')
  const { path } = await setUp()
  await writeFile(path, 'prompt\n')
  await chmod(path, 0o640)
  await lchown(path, 0, 12_345)
  await replaceFile(path, ['prompt,status\n'])
  const { gid, mode } = await lstat(path)
  expect([gid, mode & 0o777]).toEqual([12_345, 0o640])
})

test.each([
  ['saved once more', 'prompt\n'],
  ['saved for the first time', null],
])('what another program has %s while a file is written isn’t overwritten', async (_, before) => {
  const { folder, path } = await setUp()
  if (before !== null) await writeFile(path, before)
  function* chunks() {
    yield 'prompt,status\n'
    writeFileSync(path, 'an hour of work')
    yield 'a chair,done\n'
  }
  await expect(replaceFile(path, chunks())).rejects.toMatchObject({ error: { code: 'fileChangedMeanwhile' } })
  expect(await readFile(path, 'utf8')).toBe('an hour of work')
  expect(await readdir(folder)).toEqual(['results.csv'])
})

test('a file that another program removes while it is written anew is there afterwards', async () => {
  const { folder, path } = await setUp()
  await writeFile(path, 'prompt\n')
  function* chunks() {
    rmSync(path)
    yield 'prompt,status\n'
  }
  await replaceFile(path, chunks())
  expect(await readFile(path, 'utf8')).toBe('prompt,status\n')
  expect(await readdir(folder)).toEqual(['results.csv'])
})
