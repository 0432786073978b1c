import { crc32, deflateSync } from 'node:zlib'

/** A square PNG. `rows` holds its pixels as PNG stores them: each row begins with its filter byte. */
export function pngFile(image: {
  /** Pixels. */
  readonly edge: number
  /** Bits per channel, then PNG's number for the colour type: 0 grey, 2 RGB. */
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

/** The same PNG with chunks inserted before its first pixels. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const at = png.indexOf('IDAT', 0, 'latin1') - 4
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

/** A chunk with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
