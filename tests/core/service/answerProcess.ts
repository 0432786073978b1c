import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { createServiceClient } from '../../../electron/core/service/createServiceClient'
import { realClock } from '../../support/fakeClock'
import { memoryLogger } from '../../support/testPorts'

/**
 * Accepts two answers to paid requests in a process of its own, a small one first, and reports how much
 * memory the second took.
 */
const { folder, small, large } = z
  .object({ folder: z.string(), small: z.string(), large: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''))

const client = createServiceClient({ clock: realClock, logger: memoryLogger(), spoolFolder: folder })
const { signal } = new AbortController()

async function take(baseUrl: string) {
  const target = { baseUrl, pathPrefix: '', key: 'sk-live-1234567890', proxy: null }
  const request = { model: 'm', prompt: 'a boat', size: '', n: 1 }
  const submission = { mode: 'direct', request, idempotencyKey: null, attemptId: randomUUID() } as const
  const sent = await client.send(target, submission, { signal })
  return client.readSubmit(sent, { prompt: request.prompt, attemptId: submission.attemptId })
}

/** Peak memory of this process. On Linux, `resourceUsage` would include its parent's. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

await take(small)
const before = peakBytes()
const verdict = await take(large)
const files =
  verdict.kind === 'accepted'
    ? verdict.reading.items.flatMap(({ source }) => (source?.kind === 'file' ? [source.path] : []))
    : []
process.send?.({
  kind: verdict.kind,
  code: 'error' in verdict ? verdict.error.code : null,
  grown: peakBytes() - before,
  digests: await Promise.all(files.map(digestOf)),
})
await client.close()
process.disconnect()
