import { pipeline } from 'node:stream/promises'
import { createDeflate, createInflate } from 'node:zlib'
import type { Chunk } from './pngChunks'
import { noteColours, paletteKind, rowsOf } from './pngRows'
import { Unfit } from './unfit'
import { onlyEntries } from './usedEntries'

/** Of a frame of an animation, before its pixels or its size. */
const numberBytes = 4
/** Bytes that are unpacked at a time. */
const pieceBytes = 256 * 1024
/**
 * What the frames of a file may have together, however little that is while it is packed: pixels of a palette, of which
 * each is looked at; bytes that are unpacked; and bytes that are packed anew, which takes longest. Each takes seconds.
 */
const pixelsMaximum = 2 ** 28
const unpackedMaximum = 2 ** 32
const packedAnewMaximum = 2 ** 28

/**
 * The same chunks, with nothing behind the pixels of each frame: whole if there is nothing, otherwise packed anew; and
 * only those colours of a palette that pixels have. Throws Unfit, also if pixels are missing, or are more than can be gone
 * through in time.
 */
export async function plainPixels(chunks: readonly Chunk[]): Promise<readonly Chunk[]> {
  const header = chunks[0]?.data
  if (header === undefined || chunks[0]?.type !== 'IHDR') throw new Unfit()
  const isPalette = header.readUInt8(9) === paletteKind
  if (isPalette && !hasPlainTransparency(chunks, header.readUInt8(8))) throw new Unfit()
  const colours = new Set<number>()
  const plain: Chunk[] = []
  /** Of the frame whose pixels come next. */
  let frame: Buffer | null = null
  let frames = 0
  const left = { pixels: pixelsMaximum, unpacked: unpackedMaximum, packedAnew: packedAnewMaximum }
  const spend = (kind: keyof typeof left, count: number): void => {
    left[kind] -= count
    if (left[kind] < 0) throw new Unfit()
  }
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
    const rows = rowsOf(header, size.readUInt32BE(0), size.readUInt32BE(4))
    const length = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0)
    spend('unpacked', length)
    if (isPalette) {
      spend(
        'pixels',
        rows.reduce((sum, { count, width }) => sum + count * width, 0),
      )
      await noteColours(await unpacked(packed, length), rows, header.readUInt8(8), colours)
    }
    if (await isExact(packed, length)) plain.push(...chunks.slice(at, end))
    else {
      spend('packedAnew', length)
      plain.push({ type, data: Buffer.concat([Buffer.alloc(head), await packedAnew(packed, length)]) })
    }
    frame = null
    at = end - 1
  }
  const animation = chunks.find(({ type }) => type === 'acTL')
  if (frame !== null || (animation !== undefined && animation.data.readUInt32BE(0) !== frames))
    throw new Unfit()
  return numbered(isPalette ? plain.map((chunk) => withColours(chunk, header.readUInt8(8), colours)) : plain)
}

/** Bytes of each colour, and of its transparency. */
const entryBytes: Readonly<Record<string, number>> = { PLTE: 3, tRNS: 1 }

/** Some readers ignore the transparency of more colours than there are, others don't. */
function hasPlainTransparency(chunks: readonly Chunk[], bits: number): boolean {
  const count = (wanted: string): number =>
    (chunks.find(({ type }) => type === wanted)?.data.length ?? 0) / (entryBytes[wanted] ?? 1)
  return count('tRNS') <= Math.min(count('PLTE'), 1 << bits)
}

function withColours({ type, data }: Chunk, bits: number, colours: ReadonlySet<number>): Chunk {
  const bytes = entryBytes[type]
  if (bytes === undefined) return { type, data }
  return { type, data: onlyEntries(data.subarray(0, bytes << bits), bytes, colours) }
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

/** The first bytes that a stream unpacks to. Throws Unfit if there are fewer. */
async function* first(packed: Buffer, length: number): AsyncGenerator<Buffer> {
  let left = length
  try {
    for await (const piece of unpacking(packed)) {
      yield piece.subarray(0, left)
      left -= piece.length
      if (left <= 0) return
    }
  } catch {
    throw new Unfit()
  }
  throw new Unfit()
}

async function unpacked(packed: Buffer, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of first(packed, length)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function packedAnew(packed: Buffer, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  await pipeline(first(packed, length), createDeflate(), async (source) => {
    for await (const piece of source) pieces.push(piece)
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
