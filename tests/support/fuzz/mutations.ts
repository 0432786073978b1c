import type { Random } from '../random'

/** The material from which mutants are made. */
export interface Corpus {
  /** Sound or nearly sound inputs. */
  readonly entries: readonly [Buffer, ...Buffer[]]
  /** Pieces with a meaning for the reader. */
  readonly tokens: readonly [Buffer, ...Buffer[]]
  /**
   * Changes what an entry says but not how it is written; null where it can't. Half of the mutants begin this
   * way.
   */
  readonly reshape?: (bytes: Buffer, random: Random) => Buffer | null
  /** Corrects what no reader gets past, for example checksums; a share of the mutants goes through it. */
  readonly repair?: (bytes: Buffer) => Buffer
}

/** Bytes: a mutant that grows larger is cut. */
const longest = 256 * 1024
/** The share of entries left as they are: a reader that accepts none of those proves nothing. */
const untouchedShare = 0.02
const repairedShare = 0.6
const reshapedShare = 0.5
/** The share of reshaped entries that are then changed further, byte by byte. */
const furtherShare = 0.2

type Change = (bytes: Buffer, random: Random, corpus: Corpus) => Buffer

const edgeBytes = [0, 1, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x5c, 0x7b, 0x7f, 0x80, 0xc0, 0xfe, 0xff] as const
const edgeNumbers = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff] as const
const edgeDigits = ['0', '-1', '1e308', '1e999', '0.1', '99999999999999999999', '4294967296', '00'] as const

/** A position in the bytes; 0 if there are none. */
const placeIn = (bytes: Buffer, random: Random): number => random.whole(0, Math.max(0, bytes.length - 1))

/** The start and end of a piece; most are short. */
function rangeIn(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const from = placeIn(bytes, random)
  return [from, Math.min(bytes.length, from + random.whole(1, 2 ** random.whole(0, 12)))]
}

const replaced = (bytes: Buffer, from: number, to: number, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

/** Returns a changed copy of the bytes. */
function edited(bytes: Buffer, edit: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  if (copy.length > 0) edit(copy)
  return copy
}

const changes: readonly [Change, ...Change[]] = [
  function flipBit(bytes, random) {
    return edited(bytes, (copy) => {
      const at = placeIn(copy, random)
      copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7))
    })
  },
  function setByte(bytes, random) {
    return edited(bytes, (copy) => {
      copy[placeIn(copy, random)] = random.pick(edgeBytes)
    })
  },
  function overwrite(bytes, random) {
    return edited(bytes, (copy) => {
      const [from, to] = rangeIn(copy, random)
      for (let at = from; at < Math.min(to, from + 16); at++) copy[at] = random.whole(0, 255)
    })
  },
  function setNumber(bytes, random) {
    return edited(bytes, (copy) => {
      const size = random.pick([2, 4])
      const at = placeIn(copy, random)
      if (at + size > copy.length) return
      const value = random.pick(edgeNumbers) % 2 ** (8 * size)
      if (random.chance(0.5)) copy.writeUIntBE(value, at, size)
      else copy.writeUIntLE(value, at, size)
    })
  },
  function setDigits(bytes, random) {
    const runs = [...bytes.toString('latin1').matchAll(/\d+/g)]
    const run = random.pickAny(runs)
    if (run === undefined) return bytes
    return replaced(bytes, run.index, run.index + run[0].length, Buffer.from(random.pick(edgeDigits)))
  },
  function remove(bytes, random) {
    const [from, to] = rangeIn(bytes, random)
    return replaced(bytes, from, to, Buffer.alloc(0))
  },
  function copyElsewhere(bytes, random) {
    const [from, to] = rangeIn(bytes, random)
    const at = placeIn(bytes, random)
    return replaced(bytes, at, at, bytes.subarray(from, to))
  },
  function repeat(bytes, random) {
    const [from, to] = rangeIn(bytes, random)
    const piece = bytes.subarray(from, Math.min(to, from + 64))
    const times = 2 ** random.whole(1, random.chance(0.02) ? 12 : 6)
    return replaced(bytes, from, from, Buffer.concat(Array.from({ length: times }, () => piece)))
  },
  function cut(bytes, random) {
    return bytes.subarray(0, random.whole(0, bytes.length))
  },
  function insertToken(bytes, random, { tokens }) {
    const at = placeIn(bytes, random)
    return replaced(bytes, at, at, random.pick(tokens))
  },
  function overwriteByToken(bytes, random, { tokens }) {
    const at = placeIn(bytes, random)
    const token = random.pick(tokens)
    return replaced(bytes, at, Math.min(bytes.length, at + token.length), token)
  },
  function splice(bytes, random, { entries }) {
    const other = random.pick(entries)
    return replaced(bytes, placeIn(bytes, random), bytes.length, other.subarray(placeIn(other, random)))
  },
]

/** A hostile input: the same for the same corpus and the same random numbers. */
export function mutant(corpus: Corpus, random: Random): Buffer {
  let bytes: Buffer = random.pick(corpus.entries)
  if (random.chance(untouchedShare)) return bytes
  const reshaped = random.chance(reshapedShare) ? corpus.reshape?.(bytes, random) : undefined
  if (reshaped) {
    bytes = reshaped.subarray(0, longest)
    if (!random.chance(furtherShare)) return bytes
  }
  const times = random.whole(1, 2 ** random.whole(0, 4))
  for (let time = 0; time < times; time++)
    bytes = random.pick(changes)(bytes, random, corpus).subarray(0, longest)
  return corpus.repair !== undefined && random.chance(repairedShare) ? corpus.repair(bytes) : bytes
}
