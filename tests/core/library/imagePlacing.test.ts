import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { fuse } from '../../support/fuse'
import { libraryHarness } from './libraryHarness'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

async function arrived() {
  const { open, image, withJob, download, folder } = await libraryHarness()
  const { library } = open()
  const made = image({ createdAt: new Date(2026, 2, 1, 12).getTime(), prompt: 'a fern' })
  withJob(made)
  const temp = await download(library, made)
  const at = (number: string) => `2026/2026-03-01/a-fern${number}-${made.jobId}-1.png`
  const path = (file: string) => join(folder, 'library', file)
  return { library, made, temp, bytes: readFileSync(temp), at, path }
}

/** Ends a run before its first write once something is so. */
function killOnce(isSo: () => boolean): void {
  fuse.onWrite = () => {
    if (!isSo()) return
    fuse.left = 0
    throw Object.assign(new Error('killed'), { code: 'EIO' })
  }
}

test.each([true, false])('what takes an image’s name at the last moment stays (names: %s)', async (links) => {
  const { library, made, temp, bytes, at, path } = await arrived()
  fuse.refusesLinks = !links
  fuse.onWrite = () => {
    // The place was found free: its folder is made for it.
    if (!existsSync(dirname(path(at('')))) || existsSync(path(at('')))) return
    fuse.onWrite = () => {}
    mkdirSync(dirname(path(at(''))), { recursive: true })
    writeFileSync(path(at('')), 'of the user')
  }
  expect(await library.place(temp, made)).toBe(at('-2'))
  expect(readFileSync(path(at('')), 'utf8')).toBe('of the user')
  expect(readFileSync(path(at('-2')))).toEqual(bytes)
})

test('an image that a kill left with both its names isn’t written to by the next download', async () => {
  const { library, made, temp, bytes, at, path } = await arrived()
  killOnce(() => existsSync(path(at(''))))
  await expect(library.place(temp, made)).rejects.toThrow('killed')
  fuse.reset()
  expect(existsSync(temp)).toBe(true)
  writeFileSync(await library.tempPath(made.jobId, made.index), 'the beginning of')
  expect(readFileSync(path(at('')))).toEqual(bytes)
})

test('a name that a kill left claimed is the image’s, on a drive that knows no second names', async () => {
  const { library, made, temp, bytes, at, path } = await arrived()
  fuse.refusesLinks = true
  killOnce(() => existsSync(path(at(''))))
  await expect(library.place(temp, made)).rejects.toThrow('killed')
  expect(readFileSync(path(at('')), 'utf8')).toMatch(/\.part\n$/)
  fuse.reset()
  fuse.refusesLinks = true
  expect(await library.place(temp, made)).toBe(at(''))
  expect(readFileSync(path(at('')))).toEqual(bytes)
})

test('an image whose row and record the power took isn’t put in place twice, though midnight has passed', async () => {
  const { library, made, temp, bytes, at, path } = await arrived()
  expect(await library.place(temp, made)).toBe(at(''))
  rmSync(join(path('.cyanotype'), 'records', `${made.jobId}-1.json`))
  const again = await library.tempPath(made.jobId, made.index)
  writeFileSync(again, bytes)
  const later = new Date(2026, 2, 3, 0, 30).getTime()
  expect(await library.place(again, { ...made, createdAt: later })).toBe(at(''))
  expect(existsSync(dirname(path(at('').replaceAll('2026-03-01', '2026-03-03'))))).toBe(false)
  expect(existsSync(again)).toBe(false)
})
