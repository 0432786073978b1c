import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import type { DownloadVerdict } from '../../../electron/core/service/verdict'
import { eventually } from '../../support/eventually'
import { unknownBytes } from '../../support/oddFiles'
import { holdOpens, refuseOpens } from '../../support/refusedOpens'
import { setUp } from './deliveryHarness'

describe('a finished item', () => {
  test('becomes an image with exactly the service’s bytes', async () => {
    const { delivery, saved, library, pixels, jobId, folder } = await setUp()
    delivery.start()
    const id = await eventually(() => saved.get('0'))
    const details = library.details(id)
    expect(details).toMatchObject({
      jobId,
      index: 0,
      of: 4,
      prompt: 'a lighthouse',
      asked: { model: 'aurora-2', prompt: 'a lighthouse', mode: 'background' },
      connectionId: 'c1',
      connectionName: 'Studio',
      taskId: 'task-1',
      format: 'png',
      width: 32,
      height: 24,
      bytes: pixels.length,
      sha256: createHash('sha256').update(pixels).digest('hex'),
    })
    expect(details.tookMs).toBe(details.createdAt)
    expect(await readFile(join(folder, 'library', details.file))).toEqual(pixels)
    expect(await readdir(join(folder, 'library/.cyanotype/incoming'))).toEqual([])
  })

  test('whose bytes came in the answer is taken from the spool, which is then emptied', async () => {
    const { delivery, saved, library, folder, pixels, ready, jobId, downloads } = await setUp()
    const spoolFile = join(folder, 'spooled')
    await writeFile(spoolFile, pixels)
    ready.set('0', {
      connectionId: 'c1',
      jobId,
      index: 0,
      url: null,
      spoolFile,
      again: false,
      revisedPrompt: 'revised',
      tries: 0,
    })
    delivery.start()
    const id = await eventually(() => saved.get('0'))
    expect(library.details(id).revisedPrompt).toBe('revised')
    expect(downloads).toEqual([])
    await eventually(() => !existsSync(spoolFile))
  })

  test('whose bytes are missing from the spool is requested again', async () => {
    const { delivery, folder, ready, jobId, setbacks } = await setUp()
    const spoolFile = join(folder, 'swept')
    ready.set('0', {
      connectionId: 'c1',
      jobId,
      index: 0,
      url: null,
      spoolFile,
      again: false,
      revisedPrompt: null,
      tries: 0,
    })
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks[0]?.setback).toMatchObject({ kind: 'expired', error: { code: 'imageLost' } })
  })

  test('whose bytes can’t be read at the moment is not given up', async () => {
    const { delivery, folder, ready, jobId, setbacks, saved, pixels, clock } = await setUp()
    const spoolFile = join(folder, 'spooled')
    // A link to itself exists but can't be read.
    await symlink(spoolFile, spoolFile)
    ready.set('0', {
      connectionId: 'c1',
      jobId,
      index: 0,
      url: null,
      spoolFile,
      again: false,
      revisedPrompt: null,
      tries: 0,
    })
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks[0]?.setback).toMatchObject({ kind: 'later', error: { detail: { cause: 'ELOOP' } } })
    await rm(spoolFile)
    await writeFile(spoolFile, pixels)
    clock.advance(60_000)
    await eventually(() => saved.size === 1)
  })

  test('that a kill left in its place is found there, though its record can’t be read at first', async () => {
    const expired = { kind: 'expired', error: appError('imageExpired') } as const
    const { delivery, library, folder, jobId, image, download, saved, setbacks, clock } = await setUp(
      async () => expired,
    )
    const made = image({ jobId })
    const file = await library.place(await download(library, made), made)
    const record = join(folder, 'library/.cyanotype/records', `${jobId}-1.json`)
    const opens = refuseOpens((path) => path === record)
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks[0]?.setback).toMatchObject({ kind: 'later', error: { detail: { cause: 'EMFILE' } } })
    opens.allow()
    clock.advance(2000)
    const id = await eventually(() => saved.get('0'))
    expect(library.details(id).file).toBe(file)
  })

  test('that a kill left in its place waits for its folder, which does not respond at first', async () => {
    const expired = { kind: 'expired', error: appError('imageExpired') } as const
    const { delivery, library, folder, jobId, image, download, saved, setbacks, holds, clock, watch } =
      await setUp(async () => expired)
    const made = image({ jobId })
    const file = await library.place(await download(library, made), made)
    const record = join(folder, 'library/.cyanotype/records', `${jobId}-1.json`)
    const opens = holdOpens((path) => path === record)
    delivery.start()
    await eventually(() => opens.count() > 0)
    clock.advance(5_000)
    await eventually(() => holds.length + setbacks.length > 0)
    expect(setbacks).toEqual([])
    expect(holds).toMatchObject([{ code: 'librarySilent' }])
    opens.release()
    await eventually(async () => (await watch.look()) === null)
    const id = await eventually(() => saved.get('0'))
    expect(library.details(id).file).toBe(file)
    expect(setbacks).toEqual([])
  })

  test('that a full database can’t record is kept, and recorded once there is room', async () => {
    const { delivery, db, clock, saved, downloads, servePixels, ports } = await setUp((url, options) => {
      db.get('PRAGMA query_only = ON')
      return servePixels(url, options)
    })
    delivery.start()
    await eventually(() => ports.logger.lines.some(({ event }) => event === 'delivery.notNoted'))
    db.get('PRAGMA query_only = OFF')
    clock.advance(5_000)
    await eventually(() => saved.get('0'))
    expect(downloads).toHaveLength(1)
  })

  test('that a kill left in its place without a row is not fetched again', async () => {
    const { delivery, saved, library, image, download, jobId, downloads, folder } = await setUp()
    const placed = image({ jobId, index: 0 })
    const temp = await download(library, placed)
    await library.place(temp, placed)
    await writeFile(`${temp}.json`, 'what a resumed download needs')
    delivery.start()
    expect(await eventually(() => saved.get('0'))).toBe(placed.id)
    await eventually(async () => (await readdir(join(folder, 'library/.cyanotype/incoming'))).length === 0)
    expect(downloads).toEqual([])
    expect((await library.page({ text: '' }, 0, 10)).rows).toHaveLength(1)
  })

  test('whose file was damaged in its place is fetched again', async () => {
    const { delivery, saved, library, image, download, jobId, downloads, folder } = await setUp()
    const placed = image({ jobId, index: 0 })
    const file = await library.place(await download(library, placed), placed)
    await writeFile(join(folder, 'library', file), 'half')
    delivery.start()
    await eventually(() => saved.get('0'))
    expect(downloads).toHaveLength(1)
  })

  test('does not wait for another connection’s items', async () => {
    const slow = Array.from({ length: 10 }, () => ({ url: 'https://cdn.example/slow' }))
    const context = await setUp(
      async (url, options) => {
        if (!url.endsWith('slow')) return context.servePixels(url, options)
        await once(options.signal, 'abort')
        return { kind: 'aborted' }
      },
      [...slow, { connectionId: 'c2' }, { connectionId: 'c2' }],
    )
    const { delivery, saved, downloads } = context
    delivery.start()
    await eventually(() => saved.size === 2)
    expect(downloads.filter(({ url }) => url.endsWith('slow'))).toHaveLength(4)
  })

  test('is fetched alongside at most three others', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const context = await setUp(
      async (url, options) => {
        await gate
        return context.servePixels(url, options)
      },
      Array.from({ length: 20 }, () => ({})),
    )
    const { delivery, saved, downloads } = context
    delivery.start()
    await eventually(() => downloads.length === 4)
    delivery.wake()
    expect(downloads).toHaveLength(4)
    open()
    await eventually(() => saved.size === 20)
    expect(downloads).toHaveLength(20)
  })
})

describe('a download', () => {
  const refusal = (status: number): DownloadVerdict => ({
    kind: 'expired',
    error: appError('imageRefused', { detail: { status } }),
  })

  test.each([401, 403])(
    'that the service itself answers with %i is retried with its key, then with the one in use',
    async (status) => {
      const context = await setUp(
        (url, options) =>
          options.target.key === 'sk-2'
            ? context.servePixels(url, options)
            : Promise.resolve(refusal(status)),
        [{ url: '/files/1.png' }],
      )
      context.delivery.start()
      await eventually(() => context.saved.size === 1)
      expect(context.downloads.map(({ withKey, key }) => [withKey, key])).toEqual([
        [false, null],
        [true, 'sk-1'],
        [true, 'sk-2'],
      ])
    },
  )

  test('from another host never gets the key', async () => {
    const { delivery, setbacks, downloads } = await setUp(() => Promise.resolve(refusal(403)))
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(downloads).toEqual([{ url: 'https://cdn.example/0', withKey: false, key: null }])
    expect(setbacks).toMatchObject([{ setback: { kind: 'expired', error: { code: 'imageRefused' } } }])
  })

  test('that failed on the way is retried later, following the backoff', async () => {
    let failures = 2
    const context = await setUp((url, options) =>
      failures-- > 0
        ? Promise.resolve({ kind: 'retry', error: appError('connectionLost'), retryAfterMs: null })
        : context.servePixels(url, options),
    )
    const { delivery, clock, setbacks, saved } = context
    delivery.start()
    for (const count of [1, 2]) {
      await eventually(() => setbacks.length === count)
      const { setback } = setbacks[count - 1] ?? {}
      if (setback?.kind !== 'later') expect.unreachable()
      expect(setback.notBefore).toBeGreaterThan(clock.now())
      clock.advance(setback.notBefore - clock.now() + 1000)
    }
    await eventually(() => saved.size === 1)
  })

  test('that falls due during a scan is not forgotten', async () => {
    let failures = 1
    const context = await setUp((url, options) =>
      failures-- > 0
        ? Promise.resolve({ kind: 'retry', error: appError('connectionLost'), retryAfterMs: null })
        : context.servePixels(url, options),
    )
    const { delivery, clock, setbacks, saved, time } = context
    delivery.start()
    await eventually(() => setbacks.length === 1)
    const setback = setbacks[0]?.setback
    if (setback?.kind !== 'later') expect.unreachable()
    clock.set(setback.notBefore - clock.now() - 1)
    time.passesAtALook = 1
    delivery.wake()
    clock.advance(1000)
    await eventually(() => saved.size === 1)
  })

  test('that may be a duplicate within its job is saved once, whichever comes first', async () => {
    const twins = [{ again: true }, { again: true }, {}]
    const { delivery, saved, repeated, library, folder } = await setUp(undefined, twins)
    delivery.start()
    await eventually(() => saved.size + repeated.size === 3)
    expect([...repeated]).toEqual([['1', saved.get('0')]])
    expect((await library.outline({ text: '', batchId: null })).total).toBe(2)
    for (const left of ['library/.cyanotype/incoming', 'profile/thumbnails/new'])
      await eventually(async () => (await readdir(join(folder, left))).length === 0, { what: left })
  })

  test('waits as long as the server asked', async () => {
    const { delivery, clock, setbacks } = await setUp(() =>
      Promise.resolve({ kind: 'retry', error: appError('rateLimited'), retryAfterMs: 3_600_000 }),
    )
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks[0]?.setback).toMatchObject({ kind: 'later', notBefore: clock.now() + 3_600_000 })
  })

  test.each([
    ['<html>Sign in to the network</html>', 'answerHtml'],
    ['{"error":"sk-1 has no image"}', 'answerText'],
  ])('of text comes later and leaves nothing in the library: %s', async (text, code) => {
    const { delivery, setbacks, folder } = await setUp(async (_url, { toFile }) => {
      await writeFile(toFile, text)
      return { kind: 'fetched', resumed: false }
    })
    delivery.start()
    await eventually(() => setbacks.length === 1)
    const words = text.replace('sk-1', '[key]')
    expect(setbacks).toMatchObject([{ setback: { kind: 'later', error: { code, detail: { words } } } }])
    expect(await readFile(setbacks[0]?.setback.kept ?? '', 'utf8')).toBe(words)
    await eventually(async () => (await readdir(join(folder, 'library/.cyanotype/incoming'))).length === 0)
  })

  test('whose parts add up to no image is started over before it is given up', async () => {
    const temps: string[] = []
    const { delivery, setbacks, clock } = await setUp(async (_url, { toFile }) => {
      temps.push(existsSync(toFile) ? 'on' : 'anew')
      await writeFile(toFile, unknownBytes)
      return { kind: 'fetched', resumed: temps.length === 1 }
    })
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks).toMatchObject([{ setback: { kind: 'later', error: { code: 'connectionLost' } } }])
    clock.advance(60_000)
    await eventually(() => setbacks.length === 2)
    expect(setbacks[1]).toMatchObject({ setback: { kind: 'failed', error: { code: 'imageNotAnImage' } } })
    expect((await readFile(setbacks[1]?.setback.kept ?? '')).equals(unknownBytes)).toBe(true)
    expect(temps).toEqual(['anew', 'anew'])
  })

  test('that can never succeed fails the item', async () => {
    const error = appError('imageAddressForbidden')
    const { delivery, setbacks } = await setUp(() => Promise.resolve({ kind: 'refused', error }))
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks).toEqual([{ index: 0, setback: { kind: 'failed', error } }])
  })

  test('that hits a bug is retried, and the bug is logged', async () => {
    const { delivery, setbacks, ports } = await setUp(() => Promise.reject(new TypeError('oops')))
    delivery.start()
    await eventually(() => setbacks.length === 1)
    expect(setbacks).toMatchObject([{ setback: { kind: 'later', error: { code: 'internal' } } }])
    expect(ports.logger.lines).toMatchObject([{ level: 'error', event: 'delivery.failed' }])
  })

  test('that is cut short when the app ends leaves its part for the next run', async () => {
    let temp = ''
    const { delivery, setbacks, downloads, library, jobId } = await setUp(
      async (_url, { toFile, signal }) => {
        await writeFile(toFile, 'half of it')
        temp = toFile
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return { kind: 'aborted' }
      },
    )
    delivery.start()
    await eventually(() => downloads.length === 1 && temp !== '')
    await delivery.stop()
    expect(setbacks).toEqual([])
    expect(await readFile(temp, 'utf8')).toBe('half of it')
    expect(await library.tempPath(jobId, 0)).toBe(temp)
  })
})

test('a key that can’t be read postpones the item', async () => {
  const context = await setUp(
    () => Promise.reject(new AppFailure(appError('keychainLocked'))),
    [{ url: '/files/1.png' }],
  )
  context.delivery.start()
  await eventually(() => context.setbacks.length === 1)
  expect(context.setbacks).toMatchObject([{ setback: { kind: 'later', error: { code: 'keychainLocked' } } }])
})
