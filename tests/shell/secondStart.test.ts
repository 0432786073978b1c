import { once } from 'node:events'
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { askRunningApp, hearStarts, mayAskLock, startPlace } from '../../electron/shell/secondStart'
import { eventually } from '../support/eventually'
import { createFakeClock, realClock } from '../support/fakeClock'
import { temporaryFolder } from './temporaryFolder'

/** A profile whose sockets are files. */
describe.skipIf(process.platform === 'win32')('a running app', () => {
  const placeIn = (profile: string): string => startPlace(profile) ?? expect.unreachable()

  /** One that hears at a place, until the test ends. */
  async function running(place: string, clock = realClock) {
    const app = { shown: 0 }
    const ear = hearStarts(place, { clock, onStart: () => app.shown++ })
    onTestFinished(ear.close)
    return { app, ear, failure: await ear.failure }
  }

  /** Something else that listens there. */
  async function listening(place: string, answer: (socket: Socket) => void): Promise<Server> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      answer(socket)
    })
    onTestFinished(() => void server.close())
    server.listen(place)
    await once(server, 'listening')
    return server
  }

  test('shows its window for each later start, which is told so', async () => {
    const place = placeIn(temporaryFolder())
    const { app, failure } = await running(place)
    expect(failure).toBeNull()
    expect(await askRunningApp(place, realClock)).toBe('shown')
    expect(await askRunningApp(place, realClock)).toBe('shown')
    expect(app.shown).toBe(2)
  })

  test('is heard by nobody but its user', async () => {
    const place = placeIn(join(temporaryFolder(), 'profile'))
    await running(place)
    expect(statSync(place).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(place)).mode & 0o777).toBe(0o700)
  })

  test('isn’t there where nothing is, nor where a killed one left its socket, which the next one replaces', async () => {
    const place = placeIn(temporaryFolder())
    expect(await askRunningApp(place, realClock)).toBe('nobody')
    const killed = await listening(`${place}-before`, () => undefined)
    renameSync(`${place}-before`, place)
    killed.close()
    await once(killed, 'close')
    expect(statSync(place).isSocket()).toBe(true)
    expect(await askRunningApp(place, realClock)).toBe('nobody')
    const { app } = await running(place)
    expect(await askRunningApp(place, realClock)).toBe('shown')
    expect(app.shown).toBe(1)
  })

  test('leaves a file that is in the place of its socket, and says why it can’t be heard', async () => {
    const place = placeIn(temporaryFolder())
    writeFileSync(place, 'mine')
    expect(await askRunningApp(place, realClock)).toBe('nobody')
    expect((await running(place)).failure).toBe('EADDRINUSE')
    expect(statSync(place).size).toBe(4)
  })

  test('leaves no socket once it has closed', async () => {
    const place = placeIn(temporaryFolder())
    const { ear } = await running(place)
    ear.close()
    expect(statSync(place, { throwIfNoEntry: false })).toBeUndefined()
    expect(await askRunningApp(place, realClock)).toBe('nobody')
  })

  test('is silent if it takes the connection and doesn’t answer, and no longer than that', async () => {
    const place = placeIn(temporaryFolder())
    const clock = createFakeClock()
    let asked = (): void => {}
    const heard = new Promise<void>((resolve) => {
      asked = resolve
    })
    await listening(place, (socket) => socket.on('data', asked))
    const answer = askRunningApp(place, clock)
    await heard
    clock.advance(60_000)
    expect(await answer).toBe('silent')
    expect(clock.waiting()).toBe(0)
  })

  test.each([
    ['nonsense', 'hello\n'],
    ['another answer', '{"did":"nothing"}\n'],
    ['too much', 'x'.repeat(100_000)],
  ])('is silent if it answers with %s', async (_, said) => {
    const place = placeIn(temporaryFolder())
    await listening(place, (socket) => socket.write(said))
    expect(await askRunningApp(place, realClock)).toBe('silent')
  })

  test('that ends before it answers is asked again: by then nobody may be there', async () => {
    const place = placeIn(temporaryFolder())
    const server = await listening(place, (socket) => {
      server.close()
      socket.destroy()
    })
    expect(await askRunningApp(place, realClock)).toBe('nobody')
  })

  test('that ends each time is silent', async () => {
    const place = placeIn(temporaryFolder())
    await listening(place, (socket) => socket.destroy())
    expect(await askRunningApp(place, realClock)).toBe('silent')
  })

  test.each([
    ['nonsense', 'hello\n'],
    ['JSON that asks for something else', '{"wants":"window.close"}\n'],
    ['a path', '{"files":["/etc/passwd"]}\n'],
    ['a prototype', '{"__proto__":{"wants":"window"}}\n'],
    ['a line too long', `{"wants":"window"${' '.repeat(5_000)}}\n`],
    ['a line without an end', 'x'.repeat(1_000_000)],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 10])],
  ])('ends the connection of who says %s, and hears others', async (_, said) => {
    const place = placeIn(temporaryFolder())
    const { app } = await running(place)
    const socket = connect(place)
    socket.on('error', () => undefined).write(said)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(app.shown).toBe(0)
    expect(await askRunningApp(place, realClock)).toBe('shown')
  })

  test('ends the connection of who says nothing, and waits no longer for one that is gone', async () => {
    const place = placeIn(temporaryFolder())
    const clock = createFakeClock()
    const { app } = await running(place, clock)
    const socket = connect(place)
    const closed = once(socket, 'close')
    await eventually(() => clock.waiting() === 1, { what: 'its time to begin' })
    clock.advance(60_000)
    await closed
    const hasty = connect(place, () => hasty.destroy())
    await once(hasty, 'close')
    expect(await askRunningApp(place, realClock)).toBe('shown')
    await eventually(() => clock.waiting() === 0, { what: 'an end of all waits' })
    expect(app.shown).toBe(1)
  })

  describe('whose profile has a path too long for a socket', () => {
    const long = () => join(temporaryFolder(), 'profile'.repeat(30))
    afterEach(() => vi.unstubAllEnvs())

    test('is heard elsewhere, each profile in a place of its own', async () => {
      vi.stubEnv('TMPDIR', temporaryFolder())
      const [one, other] = [long(), long()]
      const { app } = await running(placeIn(one))
      expect(await askRunningApp(placeIn(one), realClock)).toBe('shown')
      expect(await askRunningApp(placeIn(other), realClock)).toBe('nobody')
      expect(app.shown).toBe(1)
      expect(statSync(dirname(placeIn(one))).mode & 0o777).toBe(0o700)
    })

    test('is heard nowhere if others can enter that place', () => {
      vi.stubEnv('TMPDIR', temporaryFolder())
      mkdirSync(join(tmpdir(), `cyanotype-${process.getuid?.()}`), { mode: 0o755 })
      expect(startPlace(long())).toBeNull()
    })

    test('isn’t heard, and says why, if that is too long as well', async () => {
      const profile = long()
      vi.stubEnv('TMPDIR', join(temporaryFolder(), 'temporary'.repeat(20)))
      const place = placeIn(profile)
      expect(await askRunningApp(place, realClock)).toBe('nobody')
      expect((await running(place)).failure).not.toBeNull()
    })
  })
})

test('the lock is never asked with more than the running app can take', () => {
  expect(mayAskLock(['cyanotype', '--user-data-dir=/home/ada/profile'], '/home/ada')).toBe(true)
  const many = Array.from({ length: 1_000 }, (_, at) => `/home/ada/pictures/漢字-${at}.png`)
  expect(mayAskLock(many, '/')).toBe(false)
  expect(mayAskLock(['cyanotype'], `/${'漢'.repeat(8_000)}`)).toBe(false)
})
