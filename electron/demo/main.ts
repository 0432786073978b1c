import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { type DemoMessage, demoOptionsSchema } from '@shared/processes/demo'
import { parentChannel } from '@shared/processes/parentChannel'
import { createService } from './service'

const options = demoOptionsSchema.parse(JSON.parse(process.argv[2] ?? ''))
const channel = parentChannel(process)
const portFile = join(options.folder, 'port')

/** The port of the run before, so that result URLs and running tasks outlive a restart; 0 when there was none. */
function rememberedPort(): number {
  try {
    return Number(readFileSync(portFile, 'utf8')) || 0
  } catch {
    return 0
  }
}

/** Listens on 127.0.0.1 and gives the port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

mkdirSync(options.folder, { recursive: true })
let port = 0
const server = createServer(createService(options, () => `http://127.0.0.1:${port}`))
port =
  options.port === 0
    ? await listen(server, rememberedPort()).catch(() => listen(server, 0))
    : await listen(server, options.port)
writeFileSync(portFile, String(port))
channel.onClosed(() => process.exit())
channel.send({ kind: 'listening', port } satisfies DemoMessage)
