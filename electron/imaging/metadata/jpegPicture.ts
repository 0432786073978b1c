import { type Codes, codesOf } from './jpegCodes'
import { type Frame, isWhole, plainScan, type ScanComponent, unread } from './jpegScan'
import { marker, segment } from './jpegSegments'
import { Unfit } from './unfit'

/**
 * `own`: just written by our encoder, whose scans end at the next marker. `any`: they are read to their last code, which
 * takes about as long as decoding them.
 */
export type Pixels = 'own' | 'any'

/** Sequential and progressive ones, in the codes that every program reads. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const otherFrames: ReadonlySet<number> = new Set([
  ...[0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf],
])
const progressive = 0xc2
/** More scans than any picture has: each is read. */
const scansMaximum = 1_000
const componentsMaximum = 4
const quantitiesOfTable = 64
/** The tables of codes for what isn't a mean. */
const forOthers = 0x10

interface Table {
  readonly segment: Buffer
  readonly content: Buffer
  codes: Codes | null
  isWritten: boolean
}

/** Collects what the picture of a JPEG needs: each table just before the first scan that uses it, and no other. */
export function createJpegPicture(jpeg: Buffer, pixels: Pixels) {
  const written: Buffer[] = []
  const quantities = new Map<number, Table>()
  const codes = new Map<number, Table>()
  /** By the components that were begun: the tables of quantities that they have. */
  const begun = new Map<number, Table>()
  let header: Buffer | null = null
  let frame: Frame | null = null
  let interval = 0
  let writtenInterval = 0
  let scans = 0

  function write(table: Table | undefined): Table {
    if (table === undefined) throw new Unfit()
    if (!table.isWritten) written.push(table.segment)
    table.isWritten = true
    return table
  }

  function codesFor(id: number): Codes | null {
    const table = write(codes.get(id))
    if (pixels === 'any') table.codes ??= codesOf(table.content)
    return table.codes
  }

  /** No pixel needs these: as 1, they say nothing. */
  function clearUnused(of: Frame): void {
    for (const table of new Set(begun.values())) {
      const users = of.components.filter(({ id }) => begun.get(id) === table)
      const bytes = table.content.length / quantitiesOfTable
      const numbers = table.segment.subarray(-table.content.length)
      for (let at = 0; at < quantitiesOfTable; at++)
        if (!users.some(({ used }) => used[at] === 1)) numbers.writeUIntBE(1, at * bytes, bytes)
    }
  }

  return {
    segments(): readonly Buffer[] {
      if (scans === 0 || frame === null) throw new Unfit()
      if (pixels === 'any' && isWhole(frame)) clearUnused(frame)
      return written
    },

    /** What isn't part of a picture is left out. */
    add(kind: number, data: Buffer): void {
      if (kind === marker.quantities) for (const one of tablesIn(kind, data)) quantities.set(one.id & 15, one)
      else if (kind === marker.codes) for (const one of tablesIn(kind, data)) codes.set(one.id, one)
      else if (kind === marker.restarts) interval = data.length < 2 ? unfit() : data.readUInt16BE(0)
      else if (frames.has(kind)) {
        if (frame !== null) throw new Unfit()
        frame = frameIn(kind, data)
        header = segment(kind, data.subarray(0, 6 + 3 * frame.components.length))
      } else if (otherFrames.has(kind)) throw new Unfit()
    },

    /** Copies a scan from its header and the place of its pixels. Returns where the next marker is. */
    async scan(data: Buffer, from: number): Promise<number> {
      if (frame === null || header === null || ++scans > scansMaximum) throw new Unfit()
      const { isProgressive } = frame
      const count = data[0] ?? 0
      if (count < 1 || count > componentsMaximum || data.length < 4 + 2 * count) throw new Unfit()
      const bounds = isProgressive ? data.subarray(1 + 2 * count, 4 + 2 * count) : Buffer.from([0, 63, 0])
      const [first = 0, last = 0, bits = 0] = bounds
      const isOfMeans = first === 0
      const isFit = isProgressive
        ? isOfMeans
          ? last === 0
          : count === 1 && first <= last && last < 64
        : true
      if (!isFit) throw new Unfit()
      const refines = bits >> 4 > 0
      const chosen = Array.from({ length: count }, (_, index) => {
        const id = data[1 + 2 * index] ?? 0
        const component = frame?.components.find((one) => one.id === id)
        if (component === undefined) throw new Unfit()
        if (!begun.has(id)) begun.set(id, write(quantities.get(component.quantities)))
        return { component, tables: data[2 + 2 * index] ?? 0 }
      })
      if (scans === 1) written.push(header)
      const components = chosen.map(
        ({ component, tables }): ScanComponent => ({
          component,
          means: isOfMeans && !refines ? codesFor(tables >> 4) : null,
          others: isProgressive && isOfMeans ? null : codesFor(forOthers | (tables & 15)),
        }),
      )
      if (interval !== writtenInterval) {
        const restarts = Buffer.alloc(2)
        restarts.writeUInt16BE(interval)
        written.push(segment(marker.restarts, restarts))
        writtenInterval = interval
      }
      const scanHeader = Buffer.concat([data.subarray(0, 1 + 2 * count), bounds])
      const to = nextMarker(jpeg, from)
      const scan = { components, first, last, refines, missing: bits & 15, interval }
      const packed =
        pixels === 'own' ? jpeg.subarray(from, to) : await plainScan(jpeg, { from, to }, frame, scan)
      written.push(segment(marker.pixels, scanHeader), packed)
      return to
    },
  }
}

const unfit = (): never => {
  throw new Unfit()
}

function* tablesIn(kind: number, data: Buffer): Generator<Table & { readonly id: number }> {
  for (let at = 0; at < data.length; ) {
    const id = data[at] ?? 0
    const counts = data.subarray(at + 1, at + 17)
    const length =
      kind === marker.codes
        ? 17 + counts.reduce((sum, count) => sum + count, 0)
        : 1 + (id >> 4 === 0 ? 64 : 128)
    if (at + length > data.length) throw new Unfit()
    const table = data.subarray(at, at + length)
    yield { id, segment: segment(kind, table), content: table.subarray(1), codes: null, isWritten: false }
    at += length
  }
}

function frameIn(kind: number, data: Buffer): Frame {
  const count = data[5] ?? 0
  if (count < 1 || count > componentsMaximum || data.length < 6 + 3 * count) throw new Unfit()
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantities = 0] = data.subarray(6 + 3 * index)
    return { id, across: sampling >> 4, down: sampling & 15, quantities, ...unread() }
  })
  const [width, height] = [data.readUInt16BE(3), data.readUInt16BE(1)]
  const isFit =
    width > 0 &&
    height > 0 &&
    components.every(({ across, down }) => between1And4(across) && between1And4(down))
  if (!isFit || new Set(components.map(({ id }) => id)).size < count) throw new Unfit()
  return { isProgressive: kind === progressive, width, height, components, blocks: 0 }
}

const between1And4 = (value: number): boolean => value >= 1 && value <= 4

/** Where a marker is that isn't part of pixels. */
function nextMarker(jpeg: Buffer, from: number): number {
  // Not by `indexOf`: called as often as this, it ends the process in the V8 of Electron 33.
  for (let at = from; at + 1 < jpeg.length; at++) {
    if (jpeg[at] !== 0xff) continue
    const next = jpeg[at + 1] ?? 0
    const isOwn = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isOwn) return at
  }
  throw new Unfit()
}
