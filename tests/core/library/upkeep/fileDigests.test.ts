import { createHash, randomBytes } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFileDigests } from '../../../../electron/core/library/fileDigests'
import { silence } from '../../../../electron/core/library/folderGates'
import { temporaryFolder } from '../../../support/temporaryFolder'

const handles = vi.hoisted(() => ({ open: 0, most: 0 }))

vi.mock(import('../../../../electron/core/drive'), async (load) => {
  const real = await load()
  return {
    ...real,
    async open(...args) {
      const handle = await real.open(...args)
      handles.open++
      handles.most = Math.max(handles.most, handles.open)
      const close = handle.close.bind(handle)
      handle.close = async () => {
        await close()
        handles.open--
      }
      return handle
    },
  }
})

beforeEach(() => Object.assign(handles, { open: 0, most: 0 }))

/** Each turn is over as soon as something was read. */
function hastyClock() {
  let now = 0
  return { monotonic: () => (now += 1_000) }
}

/** Answers so many turns; then its drive is silent until it is back. */
function gateFor(turns: number) {
  let left = turns
  return {
    ask: async <T>(_folder: string, work: (calls: 1 | 2) => Promise<T>) => (left-- > 0 ? work(2) : silence),
    back() {
      left = 100
    },
  }
}

async function someFiles() {
  const folder = temporaryFolder()
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(2_500_000)])
  const contents = { 'long.png': png, 'other.txt': randomBytes(1_200_000), empty: Buffer.alloc(0) }
  for (const [name, bytes] of Object.entries(contents)) await writeFile(join(folder, name), bytes)
  await mkdir(join(folder, 'folder'))
  await symlink(join(folder, 'long.png'), join(folder, 'link'))
  const paths = [...Object.keys(contents), 'folder', 'link', 'missing'].map((name) => join(folder, name))
  return { folder, paths, contents }
}

const running = () => new AbortController().signal

test.each([
  ['in one turn', { monotonic: () => 0 }],
  ['a piece in each turn', hastyClock()],
])('files are digested %s, two at a time', async (_, clock) => {
  const { folder, paths, contents } = await someFiles()
  const digests = createFileDigests({ gates: gateFor(100), clock })
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(await digests(folder, paths, running())).toEqual(
    new Map<string, unknown>([
      ...Object.entries(contents).map(
        ([name, bytes]) =>
          [
            join(folder, name),
            { bytes: bytes.length, sha256: sha256(bytes), format: name === 'long.png' ? 'png' : null },
          ] as const,
      ),
      ...['folder', 'link', 'missing'].map((name) => [join(folder, name), null] as const),
    ]),
  )
  expect(handles).toEqual({ open: 0, most: 2 })
})

test('of a drive that falls silent, what was read stays known, and what is open is closed later', async () => {
  const { folder, paths } = await someFiles()
  const [long = '', other = ''] = paths
  const gates = gateFor(3)
  const digests = createFileDigests({ gates, clock: hastyClock() })
  expect([...(await digests(folder, [long, other], running())).keys()]).toEqual([other])
  expect(handles.open).toBe(1)
  gates.back()
  // Another drive doesn't wait for this one.
  await digests('elsewhere', [other], running())
  expect(handles.open).toBe(1)
  expect((await digests(folder, [long], running())).get(long)).toMatchObject({ format: 'png' })
  expect(handles.open).toBe(0)
})

test('nothing more is read once the work is given up', async () => {
  const { folder, paths } = await someFiles()
  const digests = createFileDigests({ gates: gateFor(100), clock: hastyClock() })
  expect((await digests(folder, paths, AbortSignal.abort())).size).toBeLessThan(paths.length)
  expect(handles).toEqual({ open: 0, most: 2 })
})
