import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { errors } from '@shared/text/errors'
import { expect, type RunningApp, test } from './fixtures/app'
import { filesBelow } from './fixtures/profile'
import { firstRunOf, galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'
import { mishaps, secret, secretKey, startTalkativeService } from './fixtures/talkativeService'

/** Chromium’s own, which reveal nothing about the user: a random number, and the port that Playwright asked for. */
const chromiums = new Set(['Crashpad/client_id', 'DevToolsActivePort'])

/** What the app and its processes print from now on. */
function printedBy({ electron }: RunningApp): () => string {
  let text = ''
  for (const stream of [electron.process().stdout, electron.process().stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
  return () => text
}

test('the log contains no prompt, key, query or user of an address, whatever goes wrong', async ({
  app,
  profile,
}) => {
  await expect(firstRunOf(app.page).connect).toBeVisible()
  const printed = printedBy(app)
  const service = await startTalkativeService()
  try {
    const draft = { ...connectionDefaults, name: 'Studio', baseUrl: service.url }
    const { id } = await app.ask('connections.save', { id: null, draft, apiKey: secretKey })
    const request = { model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
    for (const mishap of mishaps) {
      const prompt = `A ${secret} that is ${mishap}`
      await app.ask('jobs.enqueue', { connectionId: id, draft: { ...request, prompt }, first: false })
    }
    const posts = () => service.asked.filter((path) => path.endsWith('/generations')).length
    await expect.poll(posts).toBe(mishaps.length)
    for (const image of ['/missing.png', '/cut.png', '/garbled.png'])
      await expect.poll(() => service.asked, image).toContain(image)

    const log = () => readFileSync(join(profile.folder, 'logs', 'main.log'), 'utf8')
    for (const event of ['service.unanswered', 'service.downloadBroken'])
      await expect.poll(log).toContain(event)
    // A bug in the window, where a promise that nobody awaits quotes everything.
    await app.page.evaluate((text) => {
      void Promise.reject(new RangeError(text))
    }, `${secretKey} at https://${secret}user@h/?sign=${secret}`)
    await expect.poll(log).toContain('"event":"page.fault","name":"RangeError"')
    await expect(app.page.getByText(errors.internal.cause)).toBeVisible()
    expect(app.problems.splice(0)).toHaveLength(1)
    // Finally a bug whose message quotes everything.
    const gone = once(app.electron.process(), 'exit')
    await app.electron.evaluate(({ dialog }, text) => {
      dialog.showErrorBox = () => {}
      setImmediate(() => {
        throw new Error(text)
      })
    }, `${secretKey} at https://${secret}user@h/?sign=${secret}`)
    await gone
    expect(log()).toContain('"event":"bug"')
    for (const text of [log(), printed()]) expect(text.toLowerCase()).not.toContain(secret)
  } finally {
    await service.stop()
  }
})

test('what is kept in the profile is accessible only to this user', async ({ app, profile }) => {
  test.skip(process.platform === 'win32', 'its folders belong to the user as they are')
  await tryDemo(app.page)
  await generate(app.page, { prompt: 'A glass apple', mode: 'Direct' })
  await expect(galleryOf(app.page).tile('A glass apple', 1, 1, 'saved')).toBeVisible()
  await app.ask('preferences.change', { theme: 'dark' })

  const files = (await filesBelow(profile.folder)).map((path) => relative(profile.folder, path))
  const ours = ['cyanotype.db', 'settings.json', 'demo/tasks.jsonl', 'demo/key']
  expect(files).toEqual(expect.arrayContaining(ours))
  // The images themselves are in the library, with the same access as the user’s other folders.
  const inProfile = files.filter((path) => !path.startsWith('library/') && !chromiums.has(path))
  const open = inProfile.filter((path) => isOpen(join(profile.folder, path)))
  expect(open).toEqual([])
  expect(isOpen(profile.folder)).toBe(false)
})

test('variables that weaken TLS reach neither the app nor its processes', async ({ launch, profile }) => {
  test.skip(!existsSync('/proc'), 'what a process was started with is read in /proc, which is not here')
  const { page, electron } = await launch(profile, {
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: join(profile.folder, 'keys') },
  })
  await tryDemo(page)
  const kept = await electron.evaluate(() => ({
    checks: process.env.NODE_TLS_REJECT_UNAUTHORIZED,
    keys: process.env.SSLKEYLOGFILE,
  }))
  expect(kept).toEqual({})
  const services = processesWith(`--user-data-dir=${profile.folder}`, '--utility-sub-type=node.mojom')
  expect(services.length).toBeGreaterThan(0)
  for (const pid of services)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(
      /NODE_TLS_REJECT_UNAUTHORIZED|SSLKEYLOGFILE/,
    )
  expect(readFileSync(join(profile.folder, 'logs', 'main.log'), 'utf8')).toContain('environment.dropped')
})

/** Whether other users of the computer have any right to it; a file may go meanwhile. */
const isOpen = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0

/** Ids of the processes whose command line contains all these parts. */
function processesWith(...parts: readonly string[]): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return parts.every((part) => command.includes(part))
    } catch {
      return false
    }
  })
}
