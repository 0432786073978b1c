import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { hurriedClock } from '../../support/fakeClock'
import { unknownBytes } from '../../support/oddFiles'
import { startCore } from '../../support/runningCore'
import { memorySecrets } from '../../support/testPorts'
import { type Answered, answering, key, type Made } from '../answering'
import { picture } from '../hostile/hostileService'

const gzipped = Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])
const half = picture.subarray(0, picture.length - 20)

/** What is saved for the user, in the order of the questions. */
async function savedFiles({ call, job, ports, folder }: Answered): Promise<readonly Buffer[]> {
  const paths: string[] = []
  ports.dialogs.saveFile = async (_what, name) => {
    paths.push(join(folder, name))
    return join(folder, name)
  }
  await call('jobs.act', { ids: [job.id], action: 'saveKept' })
  return Promise.all(paths.map((path) => readFile(path)))
}

/** Tries the download again, and waits for its end. */
async function triedAgain({ call, job }: Answered): Promise<void> {
  const shown = async () => {
    const { needsYou, finished } = await call('queue.overview', { limit: 5 })
    return [...needsYou, ...finished][0]
  }
  const before = (await shown())?.endedAt
  await call('jobs.act', { ids: [job.id], action: 'retryDownload' })
  await eventually(
    async () => {
      const now = await shown()
      return now !== undefined && now.endedAt !== null && now.endedAt !== before
    },
    { what: 'the end of the download' },
  )
}

/** What came first was paid for; what its address has later may be something else. */
test.each([
  ['bytes of a format that nobody knows', unknownBytes, gzipped],
  ['an image whose end is missing', half, picture.subarray(0, 30)],
])(
  '%s stay first when the download is tried again and brings other bytes, which are kept too',
  async (_, ...kept) => {
    const made: Made[] = [{ bytes: kept[0] }]
    const answered = await answering(made)
    for (const bytes of [kept[1], kept[0]]) {
      made[0] = { bytes }
      await triedAgain(answered)
    }
    expect(await savedFiles(answered)).toEqual(kept)
  },
)

test('bytes come before a text that was kept instead of them', async () => {
  const made: Made[] = [{ bytes: Buffer.from('Not yet.') }]
  const answered = await answering(made)
  made[0] = { bytes: unknownBytes }
  await triedAgain(answered)
  expect(await savedFiles(answered)).toEqual([unknownBytes])
})

test.each([
  ['a zero byte', Buffer.from(`Denied for Bearer ${key}\0`)],
  ['a letter of an older encoding', Buffer.from(`Refusé, ${key}`, 'latin1')],
  ['the beginning of an image', Buffer.concat([half, Buffer.from(key)])],
])('bytes with %s are kept without the key', async (_, bytes) => {
  const answered = await answering([{ bytes }])
  const without = bytes.toString('latin1').replace(key, '[key]')
  expect((await savedFiles(answered)).map((one) => one.toString('latin1'))).toEqual([without])
  const entries = await readdir(answered.folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
    expect((await readFile(join(parentPath, name))).includes(key), name).toBe(false)
})

test('bytes wait while the keychain can’t say which key they may hold', async () => {
  const made: Made[] = [{ bytes: unknownBytes }]
  const first = await answering(made)
  await first.core.stop()
  made[0] = { bytes: Buffer.from(`\0${key}`) }
  const secrets = memorySecrets('locked', first.ports.secrets.accounts)
  const answered = { ...first, ...(await startCore(first.folder, { secrets, clock: hurriedClock })) }
  const shown = async () => {
    const { running, needsYou } = await answered.call('queue.overview', { limit: 5 })
    return [...running, ...needsYou].map(({ items }) => items[0]?.error?.code)
  }
  await answered.call('jobs.act', { ids: [first.job.id], action: 'retryDownload' })
  await eventually(async () => (await shown()).includes('keychainLocked'), { what: 'the question' })
  expect(await savedFiles(answered)).toEqual([])
  secrets.turn('keychain')
  answered.ports.resume()
  await eventually(async () => (await shown()).includes('imageNotAnImage'), { what: 'the end' })
  expect(await savedFiles(answered)).toEqual([unknownBytes, Buffer.from('\0[key]')])
})
