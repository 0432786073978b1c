import { crc32, deflateSync } from 'node:zlib'

/** A square PNG. `rows` is its pixels as PNG has them: each row begins with the byte of its filter. */
export function pngFile(image: {
  /** Pixels. */
  readonly edge: number
  /** Bits a channel, then PNG's number of the kind of colour: 0 grey, 2 RGB. */
  readonly colour: readonly [bits: number, kind: number]
  readonly rows: Uint8Array
}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(image.edge, 0)
  header.writeUInt32BE(image.edge, 4)
  header.set(image.colour, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(image.rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same PNG with chunks put in before its first pixels. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const at = png.indexOf('IDAT', 0, 'latin1') - 4
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

/** With its length and its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
