import { setImmediate as nextTurn } from 'node:timers/promises'
import { CodedBits, type Codes } from './jpegCodes'
import { Unfit } from './unfit'

/** Pixels of a block, on each side. */
const blockEdge = 8
/** Numbers of a block; the first is its mean. */
const last = 63
/** Blocks that all scans together may go through: more than any picture has, in seconds. */
const blocksMaximum = 100_000_000
/** Blocks that are read before others have their turn. */
const blocksAtOnce = 100_000

export interface FrameComponent {
  readonly id: number
  /** Blocks beside and below each other in a unit of several components. */
  readonly across: number
  readonly down: number
  /** The number of its table of quantities. */
  readonly quantities: number
  /** Of each block of a progressive picture, two words whose bits say which numbers aren't zero. */
  known: Uint32Array | null
  /** By the place of a number in a block: 1 if any block has one that isn't zero. The mean counts as such. */
  readonly used: Uint8Array
  /** By the same: how many bits are still to come, as the last scan left it; -1 for none so far. */
  readonly missing: Int8Array
}

export interface Frame {
  readonly isProgressive: boolean
  readonly width: number
  readonly height: number
  readonly components: readonly FrameComponent[]
  /** Blocks that its scans went through. */
  blocks: number
}

export interface ScanComponent {
  readonly component: FrameComponent
  readonly means: Codes | null
  readonly others: Codes | null
}

export interface Scan {
  readonly components: readonly ScanComponent[]
  /** Which numbers of each block it has. */
  readonly first: number
  readonly last: number
  /** Adds a bit to numbers that an earlier scan began. */
  readonly refines: boolean
  /** How many bits of its numbers are still to come. */
  readonly missing: number
  /** Units between two restarts; 0 for none. */
  readonly interval: number
}

/** For a component that no scan was read of yet. */
export const unread = (): Pick<FrameComponent, 'known' | 'used' | 'missing'> => ({
  known: null,
  used: new Uint8Array(last + 1).fill(1, 0, 1),
  missing: new Int8Array(last + 1).fill(-1),
})

/**
 * While these numbers lack bits, decoders guess them, with their quantities: places behind the mean, in the order of a scan.
 */
const guessed = 10

/** Whether nothing of a picture is guessed. */
export const isWhole = ({ isProgressive, components }: Frame): boolean =>
  !isProgressive ||
  components.every(({ missing }) => missing.subarray(0, guessed).every((bits) => bits === 0))

/**
 * The bytes of a scan that a decoder needs, of those up to the marker after it. Throws Unfit for a scan that isn't
 * whole.
 */
export async function plainScan(
  jpeg: Buffer,
  { from, to }: { readonly from: number; readonly to: number },
  frame: Frame,
  scan: Scan,
): Promise<Buffer> {
  const bits = new CodedBits(jpeg, from, to)
  const { units, blocks } = unitsOf(frame, scan)
  frame.blocks += units * blocks.length
  if (frame.blocks > blocksMaximum) throw new Unfit()
  const read = frame.isProgressive
    ? progressive(bits, frame, scan)
    : { block: sequential(bits), restart() {} }
  const readUnits = (first: number, end: number): void => {
    for (let unit = first; unit < end; unit++) {
      if (scan.interval > 0 && unit > 0 && unit % scan.interval === 0) {
        bits.restart(0xd0 + ((unit / scan.interval - 1) & 7))
        read.restart()
      }
      for (const component of blocks) read.block(component, unit)
    }
  }
  const unitsAtOnce = Math.ceil(blocksAtOnce / blocks.length)
  for (let unit = 0; unit < units; unit += unitsAtOnce) {
    readUnits(unit, Math.min(unit + unitsAtOnce, units))
    await nextTurn()
  }
  for (const { component } of blocks) component.missing.fill(scan.missing, scan.first, scan.last + 1)
  return bits.plain()
}

/** How many units a scan has, and the components of the blocks of each. */
function unitsOf(frame: Frame, { components }: Scan) {
  const across = Math.max(...frame.components.map((one) => one.across))
  const down = Math.max(...frame.components.map((one) => one.down))
  const [only] = components
  if (components.length === 1 && only !== undefined) {
    const wide = Math.ceil((frame.width * only.component.across) / across)
    const high = Math.ceil((frame.height * only.component.down) / down)
    return { units: Math.ceil(wide / blockEdge) * Math.ceil(high / blockEdge), blocks: [only] }
  }
  return {
    units: Math.ceil(frame.width / (blockEdge * across)) * Math.ceil(frame.height / (blockEdge * down)),
    blocks: components.flatMap((one) =>
      Array<ScanComponent>(one.component.across * one.component.down).fill(one),
    ),
  }
}

const needed = (codes: Codes | null): Codes => {
  if (codes === null) throw new Unfit()
  return codes
}

const sequential =
  (bits: CodedBits) =>
  ({ means, others, component: { used } }: ScanComponent): void => {
    bits.skip(sizeOf(bits.meaning(needed(means))))
    const codes = needed(others)
    for (let at = 1; at <= last; at++) {
      const code = bits.meaning(codes)
      const size = code & 15
      if (size === 0 && code !== 0xf0) return
      at += code >> 4
      bits.skip(size)
      // Decoders take one that is too far for the last.
      if (size > 0) used[Math.min(at, last)] = 1
    }
  }

/** Bits of a mean. */
function sizeOf(meaning: number): number {
  if (meaning > 15) throw new Unfit()
  return meaning
}

function progressive(bits: CodedBits, frame: Frame, scan: Scan) {
  /** Blocks to come in which this scan begins nothing. */
  let empty = 0

  function mean({ means }: ScanComponent): void {
    bits.skip(scan.refines ? 1 : sizeOf(bits.meaning(needed(means))))
  }

  function others({ component, others: codes }: ScanComponent, block: number): void {
    component.known ??= new Uint32Array(2 * unitsOf(frame, scan).units)
    const known = component.known
    const isKnown = (at: number): boolean => (((known[2 * block + (at >> 5)] ?? 0) >>> (at & 31)) & 1) === 1
    let at = scan.first
    if (empty === 0) {
      for (; at <= scan.last; at++) {
        const code = bits.meaning(needed(codes))
        const size = code & 15
        let zeros = code >> 4
        if (size === 0 && zeros < 15) {
          empty = (1 << zeros) + bits.read(zeros)
          break
        }
        bits.skip(scan.refines && size > 0 ? 1 : size)
        for (; at <= scan.last; at++) {
          if (scan.refines && isKnown(at)) bits.skip(1)
          else if (zeros-- === 0) break
        }
        // Decoders keep it in the place of another number, which a later scan then refines.
        if (size > 0 && at > scan.last) throw new Unfit()
        const word = 2 * block + (at >> 5)
        if (size > 0) {
          known[word] = (known[word] ?? 0) | (1 << (at & 31))
          component.used[at] = 1
        }
      }
    }
    if (empty > 0) {
      if (scan.refines) for (; at <= scan.last; at++) if (isKnown(at)) bits.skip(1)
      empty--
    }
  }

  return {
    block: scan.first === 0 ? mean : others,
    restart() {
      empty = 0
    },
  }
}
