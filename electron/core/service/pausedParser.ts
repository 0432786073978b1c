import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { isRecord } from './answers/json'

/**
 * undici 7 ends the process with a failed assertion if a connection closes while the reader of its body is behind
 * (nodejs/undici#5360). That is fixed in version 8, which doesn't load everywhere this app runs. So its parser is
 * resumed before it learns of the end; what has come by then still reaches the reader.
 */
export function resumedAtEnd(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      // Before undici's own listeners, so heard first.
      for (const event of ['end', 'error', 'close'] as const) socket.on(event, () => resume(socket))
      callback(null, socket)
    })
}

interface PausedParser {
  paused: boolean
  readonly ptr: unknown
  readonly llhttp: { readonly llhttp_resume: (parser: unknown) => void }
  readonly resume: () => void
}

function resume(socket: Socket): void {
  const parser = parserOf(socket)
  if (parser === null) return
  if (!socket.destroyed) parser.resume()
  // With nothing left to read, it may still be paused: then it only needs to learn of the end.
  if (!parser.paused) return
  parser.llhttp.llhttp_resume(parser.ptr)
  parser.paused = false
}

/** What undici keeps on the socket; null if it isn't paused. */
function parserOf(socket: Socket): PausedParser | null {
  const name = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser')
  const parser: unknown = name === undefined ? null : Reflect.get(socket, name)
  return isPaused(parser) ? parser : null
}

function isPaused(parser: unknown): parser is PausedParser {
  return (
    isRecord(parser) &&
    parser.paused === true &&
    parser.ptr !== null &&
    typeof parser.resume === 'function' &&
    isRecord(parser.llhttp) &&
    typeof parser.llhttp.llhttp_resume === 'function'
  )
}
