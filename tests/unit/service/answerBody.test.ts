import { PassThrough, Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decompressed } from '../../../electron/core/service/answerBody'

const text = 'A slow river at dusk. '.repeat(100)
const compressed = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
}
const encodings = Object.entries(compressed)

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const closed = (stream: Readable) => new Promise((resolve) => stream.once('close', resolve))

test.each(encodings)('a body in %s is read as the original', async (encoding, bytes) => {
  expect(await textOf(decompressed(Readable.from([bytes]), encoding))).toBe(text)
})

test.each(encodings)('rubbish that claims to be %s fails its reader, however late', async (encoding) => {
  const body = decompressed(Readable.from([Buffer.alloc(4096, 0x7f)]), encoding)
  body.resume()
  await closed(body)
  await expect(textOf(body)).rejects.toThrow()
})

test.each(encodings)('a cut body in %s yields what came before, then fails', async (encoding, bytes) => {
  const body = decompressed(Readable.from([bytes.subarray(0, bytes.length - 4)]), encoding)
  await expect(textOf(body)).rejects.toThrow()
})

test.each(encodings)('a reader that stops ends the connection of a body in %s', async (encoding, bytes) => {
  const connection = new PassThrough()
  connection.write(bytes)
  decompressed(connection, encoding).destroy()
  await closed(connection)
  expect(connection.destroyed).toBe(true)
})
