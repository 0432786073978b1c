import { chmod, type FileHandle, open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copyWhole } from '../../../../electron/core/library/moving/fileCopy'
import { temporaryFolder } from '../../../support/temporaryFolder'

const watched = { signal: new AbortController().signal, onBytes: () => {} }
const image = 'the bytes of an image that was paid for'

async function setUp() {
  const folder = temporaryFolder()
  const [source, temp] = [join(folder, 'source'), join(folder, 'copy')]
  await writeFile(source, image)
  return { source, temp }
}

/** What is written to any file from now on has another first byte on the disk, and nothing says so. */
async function spoilWrites(path: string): Promise<void> {
  const file: FileHandle = await open(path)
  const prototype: FileHandle = Object.getPrototypeOf(file)
  await file.close()
  const write = prototype.write as (bytes: Buffer, ...where: number[]) => Promise<object>
  const spoiling = vi.spyOn(prototype, 'write').mockImplementation(async function (
    this: FileHandle,
    bytes: unknown,
    ...where: number[]
  ) {
    const spoilt = Buffer.from(bytes as Buffer)
    spoilt[0] = (spoilt[0] ?? 0) ^ 1
    return await write.call(this, spoilt, ...where)
  } as typeof prototype.write)
  onTestFinished(() => spoiling.mockRestore())
}

test('a copy is as long as its source, and has its bytes', async () => {
  const { source, temp } = await setUp()
  expect(await copyWhole(source, temp, watched)).toMatchObject({ bytes: image.length })
  expect(await readFile(temp, 'utf8')).toBe(image)
})

test.each([
  ['that others can’t read', 0o600, 0o600],
  ['of a drive that keeps no rights', 0o777, 0o644],
])('a copy of a file %s is no more open than that, and than any', async (_, mode, copied) => {
  const { source, temp } = await setUp()
  await chmod(source, mode)
  await copyWhole(source, temp, watched)
  expect((await stat(temp)).mode & 0o777 & ~process.umask()).toBe(copied & ~process.umask())
})

test('a copy that a disk wrote wrongly counts as none, though it is as long', async () => {
  const { source, temp } = await setUp()
  await spoilWrites(source)
  expect(await copyWhole(source, temp, watched)).toBeNull()
  const written = await readFile(temp, 'utf8')
  expect(written).toHaveLength(image.length)
  expect(written).not.toBe(image)
})
