import { Unfit } from './unfit'

export interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** The bytes of chunks that say something about colours, size or an animation; a longer one would say more. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  IHDR: [13],
  sRGB: [1],
  gAMA: [4],
  cHRM: [32],
  cICP: [4],
  sBIT: [1, 2, 3, 4],
  mDCV: [24],
  cLLI: [8],
  pHYs: [9],
  acTL: [8],
}
const others: ReadonlySet<string> = new Set(['PLTE', 'tRNS', 'IDAT', 'IEND', 'fcTL', 'fdAT'])
/** Of an animation, which only one with `acTL` is. */
const frameBytes = 26
/** How pixels are coloured, as the header says. */
const kind = { grey: 0, rgb: 2, palette: 3 }
/** More chunks of pixels than any picture has; each costs memory. */
const pixelChunksMaximum = 1_000_000

/** Whether a chunk may be kept at all. */
export const isOfPicture = (type: string): boolean => Object.hasOwn(lengths, type) || others.has(type)

/** Collects the chunks of a picture in their order, each kind once but for pixels, and nothing that comes too late. */
export function createPictureChunks(): { readonly chunks: readonly Chunk[]; add(chunk: Chunk): void } {
  const chunks: Chunk[] = []
  const seen = new Set<string>()
  let areTablesOver = false
  let arePixelsOver = false

  const keep = (chunk: Chunk): void => {
    if (chunks.length >= pixelChunksMaximum) throw new Unfit()
    chunks.push(chunk)
  }

  function isFit({ type, data }: Chunk): boolean {
    const header = chunks[0]?.data
    const colours = chunks.find((chunk) => chunk.type === 'PLTE')?.data.length ?? 0
    switch (type) {
      case 'PLTE':
        // A picture with colours of its own only suggests these.
        return header?.[9] === kind.palette && data.length <= 768 && data.length % 3 === 0
      case 'tRNS':
        if (header?.[9] === kind.palette) return data.length <= colours / 3
        return data.length === (header?.[9] === kind.grey ? 2 : header?.[9] === kind.rgb ? 6 : -1)
      default:
        return lengths[type]?.includes(data.length) === true
    }
  }

  return {
    chunks,
    add(chunk) {
      const { type, data } = chunk
      if (type === 'IDAT') {
        areTablesOver = true
        // Pixels are one stream: what comes after it shows nothing.
        if (!arePixelsOver && data.length > 0) keep(chunk)
        return
      }
      arePixelsOver ||= areTablesOver
      if (type === 'IEND') return keep({ type, data: Buffer.alloc(0) })
      if (type === 'fcTL' || type === 'fdAT') {
        if (seen.has('acTL') && (type === 'fdAT' || data.length === frameBytes)) keep(chunk)
        return
      }
      if (areTablesOver || seen.has(type)) return
      if (type !== 'iCCP' && !isFit(chunk)) return
      seen.add(type)
      keep(chunk)
    },
  }
}
