import { join } from 'node:path'
import { createBulk } from '../../../electron/core/bulk/createBulk'
import { createChanges } from '../../../electron/core/changes'
import { createConnections } from '../../../electron/core/connections/createConnections'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { createGuard } from '../../../electron/core/guard'
import { createQueue } from '../../../electron/core/queue/createQueue'
import { createServiceClient } from '../../../electron/core/service/createServiceClient'
import { createTurnShare } from '../../../electron/core/turnShare'
import { realClock } from '../../support/fakeClock'
import { unwatchedStart } from '../../support/unwatchedStart'

/** The queue with its real parts in a process of its own, to be killed. Its argument is the folder. */
const [folder = ''] = process.argv.slice(2)
const logger = { info() {}, warn() {}, error() {} }
const guard = createGuard({ clock: realClock, logger, probe: () => {}, onStorage: () => {} })
const { clock } = guard
const { db } = openDatabase({ path: join(folder, 'cyanotype.db'), migrations, clock, logger })
const changes = createChanges(guard)
const spoolFolder = join(folder, 'spool')
const service = createServiceClient({ clock, logger, spoolFolder })
const connections = createConnections({
  db,
  changes,
  clock,
  logger,
  guard,
  service,
  secrets: {
    kind: 'keychain',
    look: async () => {},
    get: async () => 'sk-test',
    set: async () => {},
    remove: async () => {},
    isHanging: () => false,
  },
  proxy: { resolve: async () => null },
  demo: { start: async () => ({ baseUrl: '', key: '' }), stop: async () => {} },
})
const queue = createQueue({
  starts: unwatchedStart,
  db,
  bulk: createBulk({ db, clock, guard, logger, changes, onDropped() {} }),
  share: createTurnShare({ clock }),
  changes,
  clock,
  logger,
  guard,
  connections,
  service,
  spoolFolder,
  askAfterMs: () => Number.POSITIVE_INFINITY,
})
await queue.start()
process.send?.('running')
