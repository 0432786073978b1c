import { readdirSync, renameSync, symlinkSync } from 'node:fs'
import { lchown, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile } from '../../../electron/core/tables/writing/replaceFile'
import { temporaryFolder } from '../../support/temporaryFolder'

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
  await expect(replaceFile(path, chunks())).rejects.toMatchObject({
    error: { code: 'tableUnwritten', detail: { cause: 'ESTALE' } },
  })
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
