import { type ConnectionDraft, type ConnectionTest, connectionDefaults } from '@shared/model/connection'
import { createChanges } from '../../../electron/core/changes'
import { createConnections } from '../../../electron/core/connections/createConnections'
import type { Target } from '../../../electron/core/service/target'
import { createFakeClock } from '../../support/fakeClock'
import { testDatabase } from '../../support/testDatabase'
import { testGuard } from '../../support/testGuard'
import { memoryLogger, memorySecrets } from '../../support/testPorts'

export const typed: ConnectionDraft = {
  ...connectionDefaults,
  models: ['aurora-2'],
  name: 'Studio',
  baseUrl: 'https://images.example',
}

/**
 * Connections in a real database, with keys in memory, a reachable service, and job rows as the queue writes
 * them.
 */
export function setUp(secrets = memorySecrets(), db = testDatabase()) {
  const clock = createFakeClock()
  const guard = testGuard(clock)
  const changes = createChanges(guard)
  const tested: Target[] = []
  const connections = createConnections({
    db,
    secrets,
    changes,
    clock: guard.clock,
    guard,
    logger: memoryLogger(),
    proxy: {
      resolve: (url) =>
        url.includes('silent')
          ? new Promise(() => {})
          : Promise.resolve(url.includes('proxied') ? 'http://proxy:3128' : null),
    },
    service: {
      async test(target): Promise<ConnectionTest> {
        tested.push(target)
        return { outcome: 'reached' }
      },
      liesInside: async () => false,
    },
    demo: {
      start: async () => ({ baseUrl: 'http://127.0.0.1:4711', key: 'demo-key' }),
      stop: async () => {},
    },
  })

  /** A job with its one attempt, as the queue would write them. */
  function addJob(id: string, connectionId: string, state: string): void {
    const { keyId } = connections.freeze(connectionId)
    db.run('INSERT INTO batches (id, connection_id, name, created_at) VALUES (:id, :connectionId, :id, 0)', {
      id,
      connectionId,
    })
    db.run(
      `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, created_at)
       VALUES (:id, :id, :connectionId, 0, 'background', '{}', 1, :state, 0)`,
      { id, connectionId, state },
    )
    db.run(
      `INSERT INTO attempts (id, job_id, number, origin, path_prefix, key_id, started_at)
       VALUES (:id, :id, 1, 'https://images.example', '/api/v1', :keyId, 0)`,
      { id, keyId },
    )
  }
  const endJob = (id: string) => db.run(`UPDATE jobs SET state = 'done' WHERE id = :id`, { id })
  const keys = () => [...secrets.accounts.values()].sort()
  return { clock, changes, connections, tested, addJob, endJob, keys, db, secrets }
}
