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
/** The largest number that such a chunk can mean: four letters would be a larger one. */
const largest: Readonly<Record<string, number>> = {
  gAMA: 10_000_000,
  cHRM: 100_000,
  cLLI: 100_000_000,
  pHYs: 100_000_000,
}
/** Bits of a channel. */
const depthMaximum = 16
/** How brightness is told in pictures that know more of it than screens do: PQ and HLG. */
const bright: ReadonlySet<number | undefined> = new Set([16, 18])
const others: ReadonlySet<string> = new Set(['PLTE', 'tRNS', 'IDAT', 'IEND', 'fcTL', 'fdAT'])
/** Of an animation, which only one with `acTL` is. */
const frameBytes = 26
/** How pixels are coloured, as the header says. */
const kind = { grey: 0, rgb: 2, palette: 3 }
/** More chunks of pixels than any picture has; each costs memory. */
const pixelChunksMaximum = 1_000_000

/** Whether a chunk may be kept at all. */
export const isOfPicture = (type: string): boolean => Object.hasOwn(lengths, type) || others.has(type)

function meansTooMuch({ type, data }: Chunk): boolean {
  for (let at = 0; type in largest && at + 4 <= data.length; at += 4)
    if (data.readUInt32BE(at) > (largest[type] ?? 0)) return true
  return false
}

/** The same chunks but for those of colours that nobody reads beside others. */
export function withoutOverridden(chunks: readonly Chunk[]): readonly Chunk[] {
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)
  const hasColours = ['iCCP', 'sRGB', 'cICP'].some((type) => find(type) !== undefined)
  const isBright = bright.has(find('cICP')?.data[1])
  const overridden = new Set([...(hasColours ? ['cHRM'] : []), ...(isBright ? [] : ['mDCV', 'cLLI'])])
  return chunks.filter(({ type }) => !overridden.has(type))
}

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
      case 'sBIT':
        if (data.some((bits) => bits < 1 || bits > depthMaximum)) return false
        break
    }
    return lengths[type]?.includes(data.length) === true && !meansTooMuch({ type, data })
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
