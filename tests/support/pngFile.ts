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

/** An animation: a PNG whose pixels are in one chunk, and a frame of the same size with these packed pixels. */
export function animatedPng(png: Buffer, last: Buffer): Buffer {
  const frame = (place: number): Buffer => {
    const control = Buffer.alloc(26)
    control.writeUInt32BE(place)
    png.copy(control, 4, 16, 24)
    control.set([0, 1, 0, 10], 20)
    return pngChunk('fcTL', control)
  }
  const begun = withChunks(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), frame(0))
  const next = pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), last]))
  return Buffer.concat([begun.subarray(0, -12), frame(1), next, begun.subarray(-12)])
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
