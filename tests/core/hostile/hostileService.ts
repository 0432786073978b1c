import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pngFile } from '../../support/pngFile'
import { httpService } from '../service/serviceHarness'

/** What a service answers to one kind of request; `count` starts at 1. */
type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void | Promise<void>

/** How a service behaves: how it answers a paid request, a poll and the download of an image. */
export interface Manner {
  readonly post?: Answer
  readonly poll?: Answer
  readonly file?: Answer
}

export const picture = pngFile({ edge: 8, colour: [8, 0], rows: Buffer.alloc(8 * 9) })

export const say =
  (body: unknown, type = 'application/json'): Answer =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': type })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** Streams a chunk again and again, as fast as it is read. */
export const pour =
  (
    head: string,
    piece: string | Buffer,
    bytes: number,
    headers: Readonly<Record<string, string>> = {},
  ): Answer =>
  async (response) => {
    response.writeHead(200, headers).write(head)
    for (let sent = 0; sent < bytes && !response.destroyed; sent += piece.length)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    response.end()
  }

/** One byte now and then, and never the last. */
export const drip =
  (bytes: Buffer): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    let sent = 0
    const timer = setInterval(() => {
      if (sent < bytes.length - 1) response.write(bytes.subarray(sent, ++sent))
    }, 1000)
    response.on('close', () => clearInterval(timer))
  }

const kind: Answer = (response) =>
  void response.writeHead(200, { 'content-length': picture.length }).end(picture)

/**
 * Services with different manners on one port, each at `/<name>`. Anything a manner leaves open is answered
 * correctly.
 */
export async function startHostileServices(manners: Readonly<Record<string, Manner>>) {
  const counts = new Map<string, number>()
  const { baseUrl, received } = await httpService((request, response, { method, url }) => {
    const [, name = '', first] = url.split('/')
    const manner = manners[name] ?? {}
    const part = method === 'POST' ? 'post' : first === 'files' ? 'file' : 'poll'
    const count = (counts.get(`${name} ${part}`) ?? 0) + 1
    counts.set(`${name} ${part}`, count)
    const usual = { post: say({ data: [{ url: `/${name}/files/1.png` }] }), file: kind, poll: say({}) }
    response.on('error', () => undefined)
    void (manner[part] ?? usual[part])(response, request, count)
  })
  return {
    urlOf: (name: string) => `${baseUrl}/${name}`,
    count: (name: string, part: keyof Manner) => counts.get(`${name} ${part}`) ?? 0,
    received,
  }
}
