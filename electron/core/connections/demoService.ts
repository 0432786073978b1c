import { join } from 'node:path'
import { type DemoOptions, demoMessageSchema } from '@shared/processes/demo'
import type { ChildChannel, Logger, Places, Processes } from '../ports'

/** A demo service that keeps crashing is given up after this many automatic starts. */
const restartsAtMost = 5

/** The demo service of this profile; its tasks, files and journal are in `<profile>/demo`. */
export interface DemoService {
  /** Starts it on first use. After a restart the address stays the same if possible; the key always does. */
  start(): Promise<DemoAddress>
  stop(): Promise<void>
}

export interface DemoAddress {
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
  readonly options?: Partial<DemoOptions>
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
