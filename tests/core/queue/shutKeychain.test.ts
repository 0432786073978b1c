import { appError } from '@shared/errors'
import type { Connection, ConnectionDraft } from '@shared/model/connection'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Secrets } from '../../../electron/core/ports'
import { cases } from '../../../scripts/testRun/cases'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type MemorySecrets, memorySecrets } from '../../support/testPorts'
import { type Bench, calm, openBench, pass } from './bench'
import { connect, enqueue, only, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const codes = { locked: 'keychainLocked', unavailable: 'keychainUnavailable', keychain: undefined } as const

/** A run of the app whose service takes every request. */
const open = (folder: string, secrets: Secrets): Promise<Bench> => openBench(folder, { secrets })

/** A connection whose key is in the keychain, and the keychain as the next starts find it. */
async function connected(folder: string) {
  const secrets = memorySecrets()
  const bench = await open(folder, secrets)
  const connection = await connect(bench, 'https://service.test')
  await bench.stop()
  return { connection, secretsAs: (kind: Secrets['kind']) => memorySecrets(kind, secrets.accounts) }
}

const typed = ({ kind, keyState, paused, hold, id, ...draft }: Connection): ConnectionDraft => draft
const holdOf = (bench: Bench, { id }: Connection) => bench.connections.find(id)?.hold?.error.code
const storedHolds = ({ db }: Bench) => db.all('SELECT 1 FROM connections WHERE hold_json IS NOT NULL')

test('whatever the keychain answers at each start and later, work goes on once it can be read, and is sent once', async () => {
  const kind = fc.constantFrom<Secrets['kind']>('keychain', 'locked', 'unavailable')
  const starts = fc.array(fc.tuple(kind, kind), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(starts, async (given) => {
      const folder = temporaryFolder()
      const { connection, secretsAs } = await connected(folder)
      const sent: string[] = []
      let queued = 0
      for (const [first, then] of [...given, ['keychain', 'keychain'] as const]) {
        const secrets = secretsAs(first)
        const bench = await open(folder, secrets)
        enqueue(bench, connection)
        queued++
        let isKnown = false
        for (const now of [first, then]) {
          secrets.turn(now)
          // The longest wait between two looks, and a poll of what runs meanwhile.
          await pass(bench, 25 * minute, 10 * second)
          isKnown ||= now === 'keychain'
          expect(holdOf(bench, connection)).toBe(isKnown ? undefined : codes[now])
          expect(bench.connections.find(connection.id)?.keyState === 'missing').toBe(false)
          expect(storedHolds(bench)).toEqual([])
          if (isKnown) expect(states(bench)).toEqual({ running: queued })
        }
        sent.push(...bench.client.sent)
        await bench.stop()
      }
      expect(sent).toHaveLength(queued)
      expect(new Set(sent).size).toBe(queued)
    }),
    { numRuns: cases(6) },
  )
})

describe('while the keychain can’t be read', () => {
  test.each(['locked', 'unavailable'] as const)(
    'and is %s, that is said, looks for it are few, and what waits is sent soon after it can be',
    async (kind) => {
      const folder = temporaryFolder()
      const { connection, secretsAs } = await connected(folder)
      const secrets = secretsAs(kind)
      const bench = await open(folder, secrets)
      expect(bench.connections.find(connection.id)).toMatchObject({ keyState: kind, hold: null })
      enqueue(bench, connection)
      await pass(bench, hour, 10 * second)
      expect(holdOf(bench, connection)).toBe(codes[kind])
      expect(states(bench)).toEqual({ queued: 1 })
      expect(secrets.looks()).toBeGreaterThan(5)
      expect(secrets.looks()).toBeLessThan(15)
      secrets.turn('keychain')
      await pass(bench, 10 * minute, 10 * second)
      expect(states(bench)).toEqual({ running: 1 })
      const looks = secrets.looks()
      await pass(bench, hour, 10 * second)
      expect(secrets.looks()).toBe(looks)
    },
  )

  const prompts: Readonly<Record<string, (bench: Bench, connection: Connection) => unknown>> = {
    'the user resumes': ({ queue }, { id }) => queue.resumeConnection(id),
    'the user saves the connection as it is': ({ connections }, connection) =>
      connections.save(connection.id, typed(connection), null),
    'the computer wakes': ({ connections }) => connections.lookAtKeychain(),
  }
  test.each(Object.entries(prompts))('it is looked at as soon as %s', async (_, prompt) => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const secrets = secretsAs('locked')
    const bench = await open(folder, secrets)
    enqueue(bench, connection)
    await pass(bench, minute, 10 * second)
    secrets.turn('keychain')
    await prompt(bench, connection)
    await calm()
    expect(states(bench)).toEqual({ running: 1 })
    expect(holdOf(bench, connection)).toBeUndefined()
  })

  test('coming back to the window looks at it, but not at once after a look: that may have taken the focus', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const secrets = secretsAs('locked')
    const bench = await open(folder, secrets)
    enqueue(bench, connection)
    await pass(bench, 4 * minute, 10 * second)
    bench.connections.lookAtKeychain()
    await calm()
    const looks = secrets.looks()
    bench.connections.glanceAtKeychain()
    await calm()
    expect(secrets.looks()).toBe(looks)
    await pass(bench, minute, minute)
    secrets.turn('keychain')
    bench.connections.glanceAtKeychain()
    await calm()
    expect(states(bench)).toEqual({ running: 1 })
  })

  test('a hold that only the user ends stays, and outlasts it', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const secrets = secretsAs('locked')
    const bench = await open(folder, secrets)
    enqueue(bench, connection)
    bench.connections.hold(connection.id, appError('creditExhausted'), { polls: false })
    await pass(bench, minute)
    expect(holdOf(bench, connection)).toBe('creditExhausted')
    secrets.turn('keychain')
    await pass(bench, hour, 10 * second)
    expect(holdOf(bench, connection)).toBe('creditExhausted')
    expect(states(bench)).toEqual({ queued: 1 })
  })

  test('what has waited for long by then is asked about before it is sent', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const secrets = secretsAs('locked')
    const bench = await open(folder, secrets)
    enqueue(bench, connection)
    await pass(bench, 13 * hour, minute)
    secrets.turn('keychain')
    await pass(bench, 10 * minute, 10 * second)
    expect(bench.queue.overview(1).question).not.toBeNull()
    expect(bench.client.sent).toEqual([])
    bench.queue.answer(true)
    await pass(bench, second)
    expect(states(bench)).toEqual({ running: 1 })
  })

  test('a refused older key isn’t replaced by one that can’t be read: polls are held', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const bench = await open(folder, secretsAs('locked'))
    const refusal = { polls: true, keyId: 'older' }
    expect(bench.connections.hold(connection.id, appError('keyRefused'), refusal)).toBe('held')
  })
})

describe('a task', () => {
  /** A task that runs, at the start of a run that can't read its key. */
  async function whileShut(remove: boolean): Promise<{ bench: Bench; secrets: MemorySecrets; id: string }> {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const before = await open(folder, secretsAs('keychain'))
    enqueue(before, connection)
    await calm()
    if (remove) await before.connections.remove(connection.id)
    await before.stop()
    const secrets = secretsAs('locked')
    const bench = await open(folder, secrets)
    await pass(bench, hour, 10 * second)
    expect(bench.client.polled).toEqual([])
    return { bench, secrets, id: connection.id }
  }

  test('is polled again once the keychain is open', async () => {
    const { bench, secrets, id } = await whileShut(false)
    expect(bench.connections.find(id)?.hold).toMatchObject({ error: { code: 'keychainLocked' }, polls: true })
    secrets.turn('keychain')
    await pass(bench, 11 * minute, 10 * second)
    expect(bench.client.polled.length).toBeGreaterThan(0)
    expect(bench.connections.find(id)?.hold).toBeNull()
  })

  test('of a removed connection is, too', async () => {
    const { bench, secrets } = await whileShut(true)
    secrets.turn('keychain')
    await pass(bench, 11 * minute, 10 * second)
    expect(bench.client.polled.length).toBeGreaterThan(0)
  })
})

describe('a key that isn’t in an open keychain', () => {
  test('holds its connection in this run only', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const emptied = await open(folder, memorySecrets())
    enqueue(emptied, connection)
    await pass(emptied, second)
    expect(holdOf(emptied, connection)).toBe('keyMissing')
    expect(storedHolds(emptied)).toEqual([])
    await emptied.stop()
    const bench = await open(folder, secretsAs('keychain'))
    await pass(bench, second)
    expect(states(bench)).toEqual({ running: 1 })
    expect(holdOf(bench, connection)).toBeUndefined()
  })

  test('is asked for again when the user saves the connection', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const secrets = memorySecrets()
    const bench = await open(folder, secrets)
    enqueue(bench, connection)
    await pass(bench, second)
    expect(holdOf(bench, connection)).toBe('keyMissing')
    const [account = '', key = ''] = only([...secretsAs('keychain').accounts])
    await secrets.set(account, key)
    await bench.connections.save(connection.id, typed(connection), null)
    await calm()
    expect(states(bench)).toEqual({ running: 1 })
  })
})

describe('a key typed while the keychain can’t be read', () => {
  test('is used at once, and is in the keychain after it opens and at the next start', async () => {
    const folder = temporaryFolder()
    const { connection, secretsAs } = await connected(folder)
    const secrets = secretsAs('locked')
    const bench = await open(folder, secrets)
    enqueue(bench, connection)
    await pass(bench, second)
    const saved = await bench.connections.save(connection.id, typed(connection), 'sk-2')
    expect(saved).toMatchObject({ keyState: 'session', hold: null })
    await pass(bench, second)
    expect(states(bench)).toEqual({ running: 1 })
    secrets.turn('keychain')
    await pass(bench, 10 * minute, 10 * second)
    expect(bench.connections.find(connection.id)?.keyState).toBe('keychain')
    expect([...secrets.accounts.values()]).toEqual(['sk-2'])
    await bench.stop()

    const next = await open(folder, memorySecrets('keychain', secrets.accounts))
    enqueue(next, connection)
    await pass(next, second)
    expect(states(next)).toEqual({ running: 2 })
  })
})
