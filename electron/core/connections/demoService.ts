import { join } from 'node:path'
import { connectionDefaults, demoBaseUrl } from '@shared/model/connection'
import { type DemoOptions, demoMessageSchema, demoModels, demoPrices } from '@shared/processes/demo'
import type { ChildChannel, Logger, Places, Processes } from '../ports'
import type { StoredConnection } from './storedConnection'

/** A demo service that keeps crashing is given up after this many automatic starts. */
const restartsAtMost = 5

/** The demo service of this profile; its tasks, files and journal are in `<profile>/demo`. */
export interface DemoService {
  /** Starts it on first use. After a restart the address stays the same if possible; the key always does. */
  start(): Promise<DemoAddress>
  stop(): Promise<void>
}

interface DemoAddress {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string
  readonly key: string
}

interface Child {
  readonly channel: ChildChannel
  readonly gone: Promise<void>
  readonly address: Promise<DemoAddress>
}

/**
 * Kept alive from the first start on: it also serves the images of finished tasks, and downloads don't ask for its
 * address again.
 */
export function createDemoService(deps: {
  readonly processes: Processes
  readonly places: Places
  readonly logger: Logger
  /** Speed, slots and failures; also the folder and the key, if they should differ from the above. */
  readonly options?: Partial<DemoOptions> | undefined
}): DemoService {
  const { processes, places, logger, options } = deps
  const argument = JSON.stringify({ folder: join(places.profile, 'demo'), ...options })
  let child: Child | null = null
  let restartsLeft = restartsAtMost
  let stopped = false

  function launch(): Child {
    const channel = processes.start('demo', [argument])
    let listened = false
    let ended: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      ended = resolve
    })
    const address = new Promise<DemoAddress>((resolve, reject) => {
      channel.onMessage((message) => {
        const { port, key } = demoMessageSchema.parse(message)
        listened = true
        resolve({ baseUrl: `http://127.0.0.1:${port}`, key })
      })
      channel.onExit((exitCode) => {
        child = null
        reject(new Error(`the demo service ended before it listened (exit code ${exitCode})`))
        ended()
        if (stopped) return
        logger.warn('demo.ended', { exitCode, listened })
        if (listened) restart()
      })
    })
    // The rejection is for the caller; an automatic restart has nobody to report it to.
    address.catch(() => undefined)
    return { channel, gone, address }
  }

  function restart(): void {
    if (restartsLeft === 0) return
    restartsLeft -= 1
    child = launch()
  }

  return {
    start() {
      if (stopped) return Promise.reject(new Error('the demo service was stopped'))
      restartsLeft = restartsAtMost
      child ??= launch()
      return child.address
    },
    async stop() {
      stopped = true
      child?.channel.kill()
      await child?.gone
    },
  }
}

/** The connection that "Try the demo service" creates. Its key belongs to the demo service and is never stored. */
export function demoConnection(id: string): StoredConnection {
  return {
    id,
    kind: 'demo',
    draft: {
      ...connectionDefaults,
      name: 'Demo',
      baseUrl: demoBaseUrl,
      models: [...demoModels],
      prices: { ...demoPrices },
    },
    keyId: null,
    paused: false,
    hold: null,
    proxyDeclined: false,
    isTaskPathLearned: false,
    taught: [],
    archived: false,
  }
}
