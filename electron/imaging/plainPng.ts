import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { withFile } from './openedFile'
import type { FileBytes } from './reading/fileBytes'

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
  return await withFile(path, async (file) => {
    const chunks = await chunksOf(file)
    if (chunks === tooLarge) return chunks
    const kept = await neededOf(file, chunks)
    if (kept.length === chunks.length) return null
    const length = kept.reduce((sum, { bytes }) => sum + bytes, signatureBytes)
    if (length > plainMaximum) return tooLarge
    const plain = Buffer.alloc(length)
    await file.fill(plain.subarray(0, signatureBytes), 0)
    let end = signatureBytes
    for (const { at, bytes } of kept) {
      await file.fill(plain.subarray(end, end + bytes), at)
      end += bytes
    }
    return plain
  })
}

async function neededOf(file: FileBytes, chunks: readonly Chunk[]): Promise<readonly Chunk[]> {
  const needed: Chunk[] = []
  let hasProfile = false
  for (const chunk of chunks) {
    const isProfile = chunk.type === 'iCCP'
    // Each is unpacked to see how large it is: only the first may count, whatever it is.
    if (!(isProfile && hasProfile) && (await isNeeded(file, chunk))) needed.push(chunk)
    hasProfile ||= isProfile
  }
  return needed
}

/** Up to the chunk that ends the picture, or to the end of a truncated file. */
async function chunksOf(file: FileBytes): Promise<readonly Chunk[] | typeof tooLarge> {
  const { size } = file
  const chunks: Chunk[] = []
  let at = signatureBytes
  while (chunks.length < chunkMaximum) {
    const head = await file.at(at, 8)
    if (head === null) return chunks
    const bytes = Math.min(head.readUInt32BE(0) + frameBytes, size - at)
    const chunk = { at, bytes, type: head.toString('latin1', 4) }
    chunks.push(chunk)
    at += bytes
    if (at === size || chunk.type === 'IEND') return chunks
  }
  return tooLarge
}

async function isNeeded(file: FileBytes, chunk: Chunk): Promise<boolean> {
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
async function isBoundedProfile(file: FileBytes, { at, bytes }: Chunk): Promise<boolean> {
  if (bytes <= frameBytes || bytes > profileMaximum) return false
  const data = await file.upTo(at + 8, bytes - frameBytes)
  const name = data.indexOf(0)
  if (name === -1) return false
  try {
    await inflated(data.subarray(name + 2), { maxOutputLength: profileMaximum })
    return true
  } catch {
    return false
  }
}
