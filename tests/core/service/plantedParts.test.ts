import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { link, lstat, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { httpService, startClient, target } from './serviceHarness'

const image = randomBytes(30_000)
const path = '/files/1.png'

/**
 * A download into a folder that others can write to, and a file of the user's that they try to lead it to.
 */
async function setUp() {
  const service = await httpService(({ headers }, response) => {
    const start = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${start}-${image.length - 1}/${image.length}` }
    const length = image.length - start
    response
      .writeHead(start > 0 ? 206 : 200, {
        etag: '"a"',
        'content-length': length,
        ...(start > 0 ? range : {}),
      })
      .end(image.subarray(start))
  })
  const folder = temporaryFolder()
  const victim = join(folder, 'thesis.txt')
  await writeFile(victim, 'years of work')
  const toFile = join(folder, 'x-1.part')
  const record = { url: `${service.baseUrl}${path}`, validator: '"a"', length: image.length, whole: false }
  const { client } = startClient()
  const { signal } = new AbortController()
  return {
    folder,
    victim,
    toFile,
    plantRecord: () => writeFile(`${toFile}.json`, JSON.stringify(record)),
    fetch: () => client.download(path, { toFile, target: target(service.baseUrl), withKey: false, signal }),
    async untouched() {
      expect(await readFile(victim, 'utf8')).toBe('years of work')
      expect((await readFile(toFile)).equals(image)).toBe(true)
    },
  }
}

test.each([
  ['a symbolic link', symlink],
  ['a hard link', link],
])('a download is not written through %s', async (_, plant) => {
  const { victim, toFile, fetch, untouched } = await setUp()
  await plant(victim, toFile)
  expect(await fetch()).toMatchObject({ kind: 'fetched' })
  await untouched()
})

test.each([
  ['a symbolic link', symlink],
  ['a hard link', link],
])('nor is it resumed through %s', async (_, plant) => {
  const { victim, toFile, plantRecord, fetch, untouched } = await setUp()
  await plant(victim, toFile)
  await plantRecord()
  expect(await fetch()).toEqual({ kind: 'fetched', resumed: false })
  await untouched()
})

test.each(['.json', '.json.new'])('its notes are not written through a link in %s', async (end) => {
  const { victim, toFile, fetch, untouched } = await setUp()
  await symlink(victim, `${toFile}${end}`)
  expect(await fetch()).toMatchObject({ kind: 'fetched' })
  await untouched()
  expect((await lstat(`${toFile}.json`)).isFile()).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a pipe in place of the notes on a download is not waited for',
  async () => {
    const { toFile, fetch, untouched } = await setUp()
    execFileSync('mkfifo', [`${toFile}.json`])
    expect(await fetch()).toMatchObject({ kind: 'fetched' })
    await untouched()
  },
)
