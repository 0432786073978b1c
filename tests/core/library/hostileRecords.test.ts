import { execFileSync } from 'node:child_process'
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import type { ImageRecord } from '../../../electron/core/library/imageRecords'
import type { NewImage } from '../../../electron/core/library/library'
import { eventually } from '../../support/eventually'
import { libraryHarness } from './libraryHarness'

/** A library with a file in its place and no row, and what someone else with write access makes of it. */
async function shared() {
  const harness = await libraryHarness()
  const { open, image, download, folder } = harness
  const root = join(folder, 'library')
  const { library } = open()

  async function placed(over: Parameters<typeof image>[0] = {}): Promise<{ made: NewImage; file: string }> {
    const made = image(over)
    return { made, file: await library.place(await download(library, made), made) }
  }
  const recordPath = ({ jobId, index }: NewImage) =>
    join(root, '.cyanotype/records', `${jobId}-${index + 1}.json`)
  async function rewrite(made: NewImage, change: (record: ImageRecord) => unknown): Promise<void> {
    const record = JSON.parse(await readFile(recordPath(made), 'utf8'))
    await writeFile(recordPath(made), JSON.stringify(change(record)))
  }
  /**
   * What the next start finds, once it has seen a sound file that comes after all others; `lost`: an image that can't be
   * had again.
   */
  async function adopted(lost?: NewImage) {
    const sound = await placed({ createdAt: Date.parse('2020-01-02T12:00:00Z'), prompt: 'sound' })
    const next = open().library
    await next.start()
    const rows = async () => (await next.page({ text: '' }, 0, 100)).rows
    await eventually(async () => (await rows()).some(({ id }) => id === sound.made.id), {
      what: 'the sound image',
    })
    if (lost !== undefined) await next.recoverLast(lost.jobId, lost.index)
    return { library: next, others: (await rows()).filter(({ id }) => id !== sound.made.id) }
  }
  return { ...harness, root, placed, recordPath, rewrite, adopted }
}

test('a record of a newer version stays as it is, whether its image is adopted or marked', async () => {
  const { placed, rewrite, adopted, recordPath, withJob, db, ports } = await shared()
  const { made } = await placed()
  withJob(made)
  await rewrite(made, (record) => ({ ...record, version: 2, collections: ['ferns'] }))
  const before = await readFile(recordPath(made), 'utf8')
  const { library, others } = await adopted(made)
  expect(others).toHaveLength(1)
  await library.mark({ ids: others.map(({ id }) => id) }, { rating: 4 })
  await eventually(() => ports.logger.lines.some(({ event }) => event === 'library.recordIsNewer'))
  const row = db.get('SELECT rating, unrecorded FROM images WHERE job_id = :jobId', { jobId: made.jobId })
  expect(row).toEqual({ rating: 4, unrecorded: 1 })
  expect(await readFile(recordPath(made), 'utf8')).toBe(before)
})

describe('a record that someone else wrote', () => {
  test.each(['../../../x', '../../outside/y', 'a/b', '', 'C:\\x', '.'])(
    'can’t point at another file by its id %j: its image is adopted without it',
    async (id) => {
      const { placed, rewrite, adopted, folder, withJob } = await shared()
      const { made } = await placed()
      withJob(made)
      await rewrite(made, (record) => ({ ...record, image: { ...record.image, id } }))
      const before = await readdir(folder)
      const { library, others } = await adopted(made)
      expect(others.map((one) => one.id)).toEqual([expect.stringMatching(/^[0-9a-z]{26}$/)])
      for (const one of others) await library.thumbnail(one.id, 'thumb')
      expect(await readdir(folder)).toEqual(expect.arrayContaining(before))
      expect((await readdir(folder)).filter((name) => !before.includes(name) && name !== 'profile')).toEqual(
        [],
      )
    },
  )

  test.each(['../secret.png', '2026/../../secret.png', '/secret.png', '2026/2026-03-01/../../../secret.png'])(
    'that names the file %j is not followed',
    async (named) => {
      const { placed, rewrite, root, pixels, open } = await shared()
      const { made, file } = await placed()
      await writeFile(join(dirname(root), 'secret.png'), pixels)
      await rm(join(root, file))
      await rewrite(made, (record) => ({ ...record, file: named }))
      const { library } = open()
      expect(await library.recover(made.jobId, made.index)).toBeNull()
      expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
    },
  )

  test.each([
    ['another image of the job', 'index'],
    ['an image of another job', 'jobId'],
  ] as const)('that names the file of %s gives nothing to this one', async (_, differing) => {
    const { placed, rewrite, root, open } = await shared()
    const { made, file } = await placed()
    const other = await placed(differing === 'index' ? { jobId: made.jobId, index: 1 } : {})
    await rm(join(root, file))
    await rewrite(made, (record) => ({ ...record, file: other.file }))
    const { library } = open()
    expect(await library.recover(made.jobId, made.index)).toBeNull()
    expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
    const found = await library.recover(other.made.jobId, other.made.index)
    expect(library.details(found ?? '').file).toBe(other.file)
  })

  test('of another item does not count for this one', async () => {
    const { placed, rewrite, adopted, withJob } = await shared()
    const { made } = await placed()
    withJob(made)
    const jobId = newId(0)
    await rewrite(made, (record) => ({ ...record, image: { ...record.image, jobId, index: 7 } }))
    const { library, others } = await adopted(made)
    expect(others).toHaveLength(1)
    expect(library.details(others[0]?.id ?? '')).toMatchObject({ prompt: 'from the job' })
    expect(others[0]?.id).not.toBe(made.id)
  })

  test.each([0.5, -1, 1e308])(
    'that gives a duration of %d ms counts as no record: no row could hold that',
    async (tookMs) => {
      const { placed, rewrite, adopted, open, withJob } = await shared()
      const { made } = await placed()
      withJob(made)
      await rewrite(made, (record) => ({ ...record, image: { ...record.image, tookMs } }))
      expect(await open().library.recover(made.jobId, made.index)).toBeNull()
      const { library, others } = await adopted(made)
      expect(library.details(others[0]?.id ?? '')).toMatchObject({ prompt: 'from the job' })
    },
  )

  test.skipIf(process.platform === 'win32')('that is a pipe is not waited for', async () => {
    const { placed, recordPath, adopted, withJob } = await shared()
    const { made } = await placed()
    withJob(made)
    await rm(recordPath(made))
    execFileSync('mkfifo', [recordPath(made)])
    const { library, others } = await adopted(made)
    expect(library.details(others[0]?.id ?? '')).toMatchObject({ prompt: 'from the job' })
  })

  test('that is larger than any of ours is not read', async () => {
    const { placed, recordPath, adopted, withJob } = await shared()
    const { made } = await placed()
    withJob(made)
    // A sparse file: it takes no room on the disk, but it would in memory.
    await truncate(recordPath(made), 400 * 1024 * 1024)
    const before = process.resourceUsage().maxRSS
    const { library, others } = await adopted(made)
    expect(library.details(others[0]?.id ?? '')).toMatchObject({ prompt: 'from the job' })
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000)
  })

  test('with the id of an existing image blocks no other image', async () => {
    const { placed, rewrite, adopted } = await shared()
    const first = await placed({ createdAt: Date.parse('2026-03-02T12:00:00Z') })
    const second = await placed({ createdAt: Date.parse('2026-03-01T12:00:00Z') })
    await rewrite(second.made, (record) => ({ ...record, image: { ...record.image, id: first.made.id } }))
    const { others } = await adopted()
    expect(new Set(others.map(({ id }) => id)).size).toBe(2)
  })
})

describe('a symbolic link in a library', () => {
  test('to a picture elsewhere is not adopted', async () => {
    const { placed, adopted, root, folder } = await shared()
    const { file } = await placed()
    await rename(join(root, file), join(folder, 'private.png'))
    await symlink(join(folder, 'private.png'), join(root, file))
    expect((await adopted()).others).toEqual([])
  })

  test.each([1, 2])('to a folder elsewhere is not searched (%i levels up)', async (levels) => {
    const { placed, adopted, root, folder } = await shared()
    const { file } = await placed()
    const linked = join(root, ...file.split('/').slice(0, levels === 1 ? 2 : 1))
    await rename(linked, join(folder, 'elsewhere'))
    await symlink(join(folder, 'elsewhere'), linked)
    expect((await adopted()).others).toEqual([])
  })

  test('as the library itself is the user’s own choice', async () => {
    const { placed, adopted, root, folder } = await shared()
    await placed()
    await rename(root, join(folder, 'drive'))
    await symlink(join(folder, 'drive'), root)
    expect((await adopted()).others).toHaveLength(1)
  })
})

test('what is recorded of prompts beside the images is readable by this user alone', async () => {
  const { placed, root, open } = await shared()
  await placed()
  const modeOf = async (...names: string[]) => (await stat(join(root, ...names))).mode & 0o777
  const records = join('.cyanotype', 'records')
  const [record = ''] = await readdir(join(root, records))
  expect(await modeOf('.cyanotype')).toBe(0o700)
  expect(await modeOf(records, record)).toBe(0o600)
  // As an earlier version left it.
  await chmod(join(root, '.cyanotype'), 0o755)
  await mkdir(join(root, '2019'), { recursive: true })
  await open().library.start()
  await eventually(async () => (await modeOf('.cyanotype')) === 0o700)
})
