import { appError } from '@shared/errors'
import type { Connection, ConnectionDraft } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memorySecrets } from '../../support/testPorts'
import { type LoopbackService, startLoopbackService } from './loopbackService'
import { connect, enqueue, openQueue, type QueueHarness, states, statesBecome } from './queueHarness'

/** A keychain that answers on demand. */
function slowKeychain() {
  const kept = memorySecrets()
  let isSlow = false
  let asked = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const forget = () => new Promise<void>(() => {})
  return {
    secrets: {
      ...kept,
      async get(account: string) {
        asked++
        if (isSlow) await answered
        return kept.get(account)
      },
      // Awaiting it may never return, so what has to be done at once must be done before.
      remove: (account: string) => (isSlow ? forget() : kept.remove(account)),
    },
    beSlow() {
      isSlow = true
      asked = 0
    },
    asked: () => asked,
    answer: () => answer(),
  }
}

interface Reading {
  readonly queue: QueueHarness
  readonly service: LoopbackService
  readonly connection: Connection
  readonly batch: string
  /** The keychain answers at last; resolves once the answer has had its effects. */
  answer(): Promise<void>
}

/** One job that is due while its key is still being read from the keychain. */
async function whileTheKeyIsRead(changes: Partial<ConnectionDraft> = {}): Promise<Reading> {
  const service = await startLoopbackService()
  service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
  const folder = temporaryFolder()
  const keychain = slowKeychain()
  const { secrets } = keychain
  const before = await openQueue({ folder, secrets })
  const connection = await connect(before, service.baseUrl, changes)
  await before.stop()

  // A new run has no key in memory yet.
  keychain.beSlow()
  const queue = await openQueue({ folder, secrets })
  const batch = enqueue(queue, connection, { n: 2 })
  await eventually(() => keychain.asked() > 0, { what: 'the keychain that is asked' })
  const answer = async () => {
    keychain.answer()
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, service, connection, batch, answer }
}

const typed = ({ kind, keyState, paused, hold, id, ...draft }: Connection): ConnectionDraft => draft

describe('what happens to a connection while its key is being read counts:', () => {
  test('nothing is sent once it is removed, and waiting jobs are cancelled', async () => {
    const { queue, service, connection, answer } = await whileTheKeyIsRead()
    void queue.connections.remove(connection.id)
    await answer()
    expect(states(queue)).toEqual({ cancelled: 2 })
    expect(service.posts).toEqual([])
  })

  test('nothing is sent once it is paused, until it goes on', async () => {
    const { queue, service, connection, answer } = await whileTheKeyIsRead()
    queue.connections.setPaused(connection.id, true)
    await answer()
    expect(states(queue)).toEqual({ queued: 2 })
    expect(service.posts).toEqual([])
    queue.connections.setPaused(connection.id, false)
    await statesBecome(queue, { running: 2 })
  })

  test('nothing is sent once it is held, until that ends', async () => {
    const { queue, service, connection, answer } = await whileTheKeyIsRead()
    queue.connections.hold(connection.id, appError('creditExhausted'), { polls: false })
    await answer()
    expect(states(queue)).toEqual({ queued: 2 })
    expect(service.posts).toEqual([])
    queue.queue.resumeConnection(connection.id)
    await statesBecome(queue, { running: 2 })
  })

  test('nothing is sent once its batch is cancelled', async () => {
    const { queue, service, batch, answer } = await whileTheKeyIsRead()
    await queue.queue.cancelBatch(batch)
    await answer()
    expect(states(queue)).toEqual({ cancelled: 2 })
    expect(service.posts).toEqual([])
  })

  test('only the new key goes out once it is replaced', async () => {
    const { queue, service, connection, answer } = await whileTheKeyIsRead()
    void queue.connections.save(connection.id, typed(connection), 'sk-new')
    await answer()
    await statesBecome(queue, { running: 2 })
    expect(service.posts.map(({ key }) => key)).toEqual(['sk-new', 'sk-new'])
  })

  test('only the new path is asked once its prefix is changed', async () => {
    const { queue, service, connection, answer } = await whileTheKeyIsRead()
    await queue.connections.save(connection.id, { ...typed(connection), pathPrefix: '/v1' }, null)
    await answer()
    await statesBecome(queue, { running: 2 })
    expect(service.posts.map(({ path }) => path)).toEqual(Array(2).fill('/v1/images/generations'))
  })

  test('no more is sent than its lowered cap allows, and what is sent has its new price', async () => {
    const { queue, service, connection, answer } = await whileTheKeyIsRead({ prices: { m: 2 }, dailyCap: 4 })
    const lowered = { ...typed(connection), prices: { m: 3 }, dailyCap: 3 }
    await queue.connections.save(connection.id, lowered, null)
    await answer()
    await statesBecome(queue, { queued: 1, running: 1 })
    expect(service.posts).toHaveLength(1)
    expect(queue.db.all('SELECT price FROM attempts')).toEqual([{ price: 3 }])
    expect(queue.connections.find(connection.id)?.hold?.error.code).toBe('dailyCapReached')
  })
})
