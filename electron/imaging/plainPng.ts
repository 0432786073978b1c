import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { Unusable } from './unusable'

const inflated = promisify(inflate)

const signatureBytes = 8
/** Length, type and checksum, which surround the data of a chunk. */
const frameBytes = 12
/** A picture with more chunks than this was made to be slow. */
const chunkMaximum = 200_000
/** The most bytes of a picture that is rebuilt in memory. */
const plainMaximum = 256 * 1024 * 1024
const profileMaximum = 4 * 1024 * 1024
const orientationMaximum = 64 * 1024

/** The chunks that make up the picture itself. */
const ofPicture = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'sBIT'])

/** Stands for a picture that takes more than the limit. */
export const tooLarge = Symbol('tooLarge')

interface Chunk {
  readonly at: number
  /** With its frame. */
  readonly bytes: number
  readonly type: string
}

/**
 * A PNG without text or anything else that a decoder would unpack but that isn't part of the picture. A few kilobytes
 * there can become gigabytes in memory. Colours and orientation stay, within bounds. Null if there is nothing to
 * remove. `tooLarge`: even the result would exceed the bounds.
 */
export async function plainPng(path: string): Promise<Buffer | typeof tooLarge | null> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    const chunks = await chunksOf(file)
    if (chunks === tooLarge) return chunks
    const kept: Chunk[] = []
    for (const chunk of chunks) {
      // Each is unpacked to see how large it is: a picture has only one.
      const isExtra = chunk.type === 'iCCP' && kept.some(({ type }) => type === 'iCCP')
      if (!isExtra && (await isNeeded(file, chunk))) kept.push(chunk)
    }
    if (kept.length === chunks.length) return null
    const length = kept.reduce((sum, { bytes }) => sum + bytes, signatureBytes)
    if (length > plainMaximum) return tooLarge
    const plain = Buffer.alloc(length)
    await file.read(plain, 0, signatureBytes, 0)
    let end = signatureBytes
    for (const { at, bytes } of kept) {
      await file.read(plain, end, bytes, at)
      end += bytes
    }
    return plain
  } finally {
    await file.close()
  }
}

/** Up to the chunk that ends the picture, or to the end of a truncated file. */
async function chunksOf(file: FileHandle): Promise<readonly Chunk[] | typeof tooLarge> {
  const { size } = await file.stat()
  const head = Buffer.alloc(8)
  const chunks: Chunk[] = []
  let at = signatureBytes
  while (chunks.length < chunkMaximum) {
    if ((await file.read(head, 0, head.length, at)).bytesRead < head.length) return chunks
    const bytes = Math.min(head.readUInt32BE(0) + frameBytes, size - at)
    const chunk = { at, bytes, type: head.toString('latin1', 4) }
    chunks.push(chunk)
    at += bytes
    if (at === size || chunk.type === 'IEND') return chunks
  }
  return tooLarge
}

async function isNeeded(file: FileHandle, chunk: Chunk): Promise<boolean> {
  switch (chunk.type) {
    case 'iCCP':
      return await isBoundedProfile(file, chunk)
    case 'eXIf':
      return chunk.bytes <= orientationMaximum
    default:
      return ofPicture.has(chunk.type)
  }
}

/** A name, a byte, and the deflated profile. */
async function isBoundedProfile(file: FileHandle, { at, bytes }: Chunk): Promise<boolean> {
  if (bytes <= frameBytes || bytes > profileMaximum) return false
  const data = Buffer.alloc(bytes - frameBytes)
  await file.read(data, 0, data.length, at + 8)
  const name = data.indexOf(0)
  if (name === -1) return false
  try {
    await inflated(data.subarray(name + 2), { maxOutputLength: profileMaximum })
    return true
  } catch {
    return false
  }
}
