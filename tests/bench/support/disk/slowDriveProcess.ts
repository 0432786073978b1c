import { read, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'
import { mountFuse } from '../../../support/fuseMount'
import { createRandom } from '../../../support/random'
import { createFuseDisk } from './fuseDisk'
import { opcodes, readRequest, replyTo, writeMaximum } from './fuseWire'

/** Mounts a folder that is as slow as it is told over another one, and serves it until it is unmounted. */
const given = z
  .object({
    /** An empty folder. */
    at: z.string(),
    /** Where the files really are. */
    root: z.string(),
    seed: z.number(),
    /** Bounds of what one operation takes, in milliseconds. */
    least: z.number(),
    most: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const noSuchCall = -38
/** What the kernel does not wait for, and what it waits for once. */
const quick: ReadonlySet<number> = new Set([
  opcodes.forget,
  opcodes.batchForget,
  opcodes.interrupt,
  opcodes.init,
])

const mounted = mountFuse(given.at, 'slow')
if ('refused' in mounted) throw new Error(mounted.refused)
const { device } = mounted
process.send?.({ mounted: true })

const random = createRandom(given.seed)
const disk = createFuseDisk(given.root)
/** Most are short: every second takes at most twice the least, one in ten more than a third of the most. */
const delay = () => given.least * (given.most / given.least) ** (random.next() ** 3)
let operations = 0
process.on('message', () => process.send?.({ operations }))

async function serve(bytes: Buffer): Promise<void> {
  const request = readRequest(bytes)
  const { unique, opcode } = request
  if (!quick.has(opcode)) {
    operations += 1
    await new Promise((resolve) => setTimeout(resolve, delay()))
  }
  try {
    const body = await disk.answer(request)
    if (body === null) return
    send(body === undefined ? replyTo(unique, noSuchCall) : replyTo(unique, 0, body))
  } catch (problem) {
    const errno = problem instanceof Error && 'errno' in problem ? Number(problem.errno) : -5
    send(replyTo(unique, errno))
  }
}

/** Who asked may be gone. */
function send(reply: Buffer): void {
  try {
    writeSync(device, reply)
  } catch (problem) {
    if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')) throw problem
  }
}

const readDevice = promisify(read)

/** Null: unmounted. Any other failure is of one request, whose asker gave up before it was read. */
async function nextRequest(): Promise<Buffer | null> {
  for (;;) {
    const buffer = Buffer.alloc(writeMaximum + 4096)
    try {
      const { bytesRead } = await readDevice(device, buffer, 0, buffer.length, null)
      return buffer.subarray(0, bytesRead)
    } catch (problem) {
      if (problem instanceof Error && 'code' in problem && problem.code === 'ENODEV') return null
    }
  }
}

for (let next = await nextRequest(); next !== null; next = await nextRequest()) void serve(next)
process.exit(0)
