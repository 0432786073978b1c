import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createDelivery } from '../../../electron/core/delivery/delivery'
import { createFetchingAgain } from '../../../electron/core/delivery/fetchingAgain'
import type { DownloadTargets } from '../../../electron/core/delivery/itemFetching'
import { createLibraryWatch } from '../../../electron/core/library/libraryWatch'
import { hurriedClock } from '../../support/fakeClock'
import { testGuard } from '../../support/testGuard'
import { unwatchedStart } from '../../support/unwatchedStart'
import { libraryHarness } from '../library/libraryHarness'
import { openQueue, type QueueHarness, type QueueOptions } from '../queue/queueHarness'

type Opened = ReturnType<Awaited<ReturnType<typeof libraryHarness>>['open']>

export interface DeliveringQueue extends QueueHarness, Pick<Opened, 'library' | 'upkeep'> {}

/**
 * A queue and the delivery of its images to a library, started as often as a test wants. `pixels` is a PNG
 * that decodes.
 */
export async function deliveringQueues() {
  const home = await libraryHarness()

  async function start(options: QueueOptions): Promise<DeliveringQueue> {
    const { clock = hurriedClock } = options
    const harness = await openQueue({ ...options, clock })
    const { db, queue, connections, logger } = harness
    const opened = home.open({ db, fetchAgain: (image, options) => fetchAgain(image, options) })
    const { library, upkeep } = opened
    const targets: DownloadTargets = {
      keyless: (id, frozen) => connections.resolveImages(id, frozen ?? connections.freeze(id)),
      keyed: (id, frozen, options) => connections.resolve(id, frozen ?? connections.freeze(id), options),
    }
    const { service } = harness
    const fetchAgain = createFetchingAgain({ queue, library, service, targets, clock })
    const watch = createLibraryWatch({ library, clock, onChange: () => {} })
    const delivery = createDelivery({
      starts: unwatchedStart,
      db,
      queue,
      library,
      watch,
      logger,
      service,
      clock,
      guard: testGuard(clock),
      random: () => 0.1,
      targets,
    })
    delivery.start()
    const stop = async () => {
      watch.stop()
      await delivery.stop()
      await opened.stop()
      await harness.stop()
    }
    onTestFinished(stop)
    return { ...harness, library, upkeep, stop }
  }

  return { start, pixels: home.pixels, root: join(home.folder, 'library') }
}
