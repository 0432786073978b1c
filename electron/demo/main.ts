import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DemoMessage, demoOptionsSchema } from '@shared/processes/demo'
import { parentChannel } from '@shared/processes/parentChannel'
import { createService } from './service'

// What this process writes is in the profile, and only this user may read it.
process.umask(0o077)
const options = demoOptionsSchema.parse(JSON.parse(process.argv[2] ?? ''))
const channel = parentChannel(process)
// Before the first await: otherwise a parent that has gone by then would go unnoticed.
channel.onClosed(() => process.exit())
/** How long to wait, in milliseconds, for the previous run to end, for example after it was killed. */
const portWaitMs = 1_000
const portFile = join(options.folder, 'port')
const keyFile = join(options.folder, 'key')
const server = createServer()

/** The port of the previous run, so that result URLs and running tasks survive a restart; 0 if there was none. */
function rememberedPort(): number {
  try {
    return Number(readFileSync(portFile, 'utf8')) || 0
  } catch {
    return 0
  }
}

/** The key of this folder. Another program on this computer that finds the port can't guess it. */
function ownKey(): string {
  try {
    const kept = readFileSync(keyFile, 'utf8')
    if (/^[0-9a-f]{64}$/.test(kept)) return kept
  } catch {
    // No key yet.
  }
  const made = randomBytes(32).toString('hex')
  writeFileSync(keyFile, made, { mode: 0o600 })
  return made
}

/** Listens on 127.0.0.1 and returns the port. */
async function listen(port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** The port of the previous run, as soon as that run has released it; any other port if it doesn't. */
async function listenWhereBefore(): Promise<number> {
  const port = rememberedPort()
  const end = performance.now() + portWaitMs
  while (performance.now() < end) {
    try {
      return await listen(port)
    } catch {
      await pause(50)
    }
  }
  return listen(0)
}

mkdirSync(options.folder, { recursive: true })
const port = options.port === 0 ? await listenWhereBefore() : await listen(options.port)
const key = options.key ?? ownKey()
// Only now: until the previous run has released the port, it may still be writing its tasks.
server.on('request', createService({ ...options, key, host: `127.0.0.1:${port}` }))
writeFileSync(portFile, String(port))
channel.send({ kind: 'listening', port, key } satisfies DemoMessage)
