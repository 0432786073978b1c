import { createServer, type IncomingMessage } from 'node:http'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { listen } from './serviceHarness'

/** What a name resolves to: addresses, none at all, a failure, or never an answer. */
export type NameAnswer = readonly string[] | 'ENOTFOUND' | 'EAI_AGAIN' | 'silence'

/** Resolves each name to the next of its answers, and to the last one from then on. */
export function resolving(names: Readonly<Record<string, readonly NameAnswer[]>>) {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, options, callback) => {
    const before = asked.filter((name) => name === hostname).length
    asked.push(hostname)
    const answers = names[hostname] ?? ['ENOTFOUND']
    const answer = answers[Math.min(before, answers.length - 1)] ?? 'ENOTFOUND'
    if (answer === 'silence') return
    if (typeof answer === 'string')
      return callback(Object.assign(new Error(hostname), { code: answer }), '', 0)
    const found = answer.map((address) => ({ address, family: isIP(address) }))
    if (options.all === true) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
  return { lookup, asked }
}

/**
 * A proxy that resolves every name to this computer, and records its targets. It answers 403 to targets that
 * match `refuses`.
 */
export async function openNameProxy({ refuses = /^$/ }: { readonly refuses?: RegExp } = {}) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
    asked.push(url)
    if (refuses.test(url)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const there = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('close', () => there.destroy())
  })
  return { proxy: `http://127.0.0.1:${await listen(server)}`, asked }
}
