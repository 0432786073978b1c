import { onTestFinished } from 'vitest'
import { createDelivery } from '../../../electron/core/delivery/delivery'
import { createLibraryWatch } from '../../../electron/core/library/libraryWatch'
import { realClock } from '../../support/fakeClock'
import { testGuard } from '../../support/testGuard'
import { unwatchedStart } from '../../support/unwatchedStart'
import { libraryHarness } from '../library/libraryHarness'
import { openQueue, type QueueHarness, type QueueOptions } from '../queue/queueHarness'

/**
 * A queue and the delivery of its images to a library, started as often as a test wants. `pixels` is a PNG
 * that decodes.
 */
export async function deliveringQueues() {
  const home = await libraryHarness()

  async function start(options: QueueOptions): Promise<QueueHarness> {
    const harness = await openQueue(options)
    const { db, queue, connections, logger } = harness
    const { library } = home.open({ db })
    const watch = createLibraryWatch({ library, clock: realClock, onChange: () => {} })
    const delivery = createDelivery({
      starts: unwatchedStart,
      db,
      queue,
      library,
      watch,
      logger,
      service: harness.service,
      clock: realClock,
      guard: testGuard(realClock),
      random: () => 0.1,
      targets: {
        keyless: (id, frozen) => connections.resolveImages(id, frozen ?? connections.freeze(id)),
        keyed: (id, frozen) => connections.resolve(id, frozen ?? connections.freeze(id)),
      },
    })
    delivery.start()
    const stop = async () => {
      watch.stop()
      await delivery.stop()
      await harness.stop()
    }
    onTestFinished(stop)
    return { ...harness, stop }
  }

  return { start, pixels: home.pixels }
}
