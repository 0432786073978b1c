import { pipeline } from 'node:stream/promises'
import { createDeflate, createInflate } from 'node:zlib'
import type { Chunk } from './pngChunks'
import { Unfit } from './unfit'

/** Channels of each of PNG's kinds of colour. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Of an interlaced picture: where each pass begins, and its steps, across and down. */
const passes = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
]
/** Of a frame of an animation, before its pixels or its size. */
const numberBytes = 4
/** Bytes that are unpacked at a time. */
const pieceBytes = 256 * 1024

/**
 * The same chunks, with nothing behind the pixels of each frame: whole if there is nothing, otherwise packed anew.
 * Throws Unfit, also if pixels are missing.
 */
export async function plainPixels(chunks: readonly Chunk[]): Promise<readonly Chunk[]> {
  const header = chunks[0]?.data
  if (header === undefined || chunks[0]?.type !== 'IHDR') throw new Unfit()
  const plain: Chunk[] = []
  /** Of the frame whose pixels come next. */
  let frame: Buffer | null = null
  let frames = 0
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as Chunk
    const { type } = chunk
    if (type === 'fcTL') {
      if (frame !== null) throw new Unfit()
      frame = chunk.data
      frames++
    }
    if (type !== 'IDAT' && type !== 'fdAT') {
      plain.push(chunk)
      continue
    }
    let end = at
    while (chunks[end]?.type === type) end++
    const head = type === 'IDAT' ? 0 : numberBytes
    if (chunks.slice(at, end).some(({ data }) => data.length < head)) throw new Unfit()
    const packed = Buffer.concat(chunks.slice(at, end).map(({ data }) => data.subarray(head)))
    const size = type === 'IDAT' ? header : frame?.subarray(numberBytes)
    if (size === undefined) throw new Unfit()
    const length = unpackedLength(header, size.readUInt32BE(0), size.readUInt32BE(4))
    if (await isExact(packed, length)) plain.push(...chunks.slice(at, end))
    else plain.push({ type, data: Buffer.concat([Buffer.alloc(head), await packedAnew(packed, length)]) })
    frame = null
    at = end - 1
  }
  const animation = chunks.find(({ type }) => type === 'acTL')
  if (frame !== null || (animation !== undefined && animation.data.readUInt32BE(0) !== frames))
    throw new Unfit()
  return numbered(plain)
}

/** Bytes of all rows, each with the byte of its filter. */
function unpackedLength(header: Buffer, width: number, height: number): number {
  const bits = header.readUInt8(8) * (channels[header.readUInt8(9)] ?? 0)
  const rows = (across: number, down: number): number =>
    across > 0 && down > 0 ? down * (1 + Math.ceil((across * bits) / 8)) : 0
  if (bits === 0 || width === 0 || height === 0) throw new Unfit()
  if (header.readUInt8(12) === 0) return rows(width, height)
  return passes.reduce(
    (sum, [x, y, right, down]) => sum + rows(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
    0,
  )
}

function unpacking(packed: Buffer) {
  const unpack = createInflate({ chunkSize: pieceBytes })
  unpack.end(packed)
  return unpack
}

/** Whether some bytes are one stream that unpacks to so many. */
async function isExact(packed: Buffer, length: number): Promise<boolean> {
  const unpack = unpacking(packed)
  let found = 0
  try {
    for await (const piece of unpack) {
      found += piece.length
      if (found > length) return false
    }
  } catch {
    return false
  }
  return found === length && unpack.bytesWritten === packed.length
}

async function packedAnew(packed: Buffer, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  async function* pixels() {
    let left = length
    for await (const piece of unpacking(packed)) {
      yield piece.subarray(0, left)
      left -= piece.length
      if (left <= 0) return
    }
    throw new Unfit()
  }
  await pipeline(pixels, createDeflate(), async (source) => {
    for await (const piece of source) pieces.push(piece)
  }).catch(() => {
    throw new Unfit()
  })
  return Buffer.concat(pieces)
}

/** Chunks of an animation are counted. */
function numbered(chunks: readonly Chunk[]): readonly Chunk[] {
  let count = 0
  return chunks.map((chunk) => {
    if (chunk.type !== 'fcTL' && chunk.type !== 'fdAT') return chunk
    const data = Buffer.from(chunk.data)
    data.writeUInt32BE(count++)
    return { ...chunk, data }
  })
}
