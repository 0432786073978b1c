import type { Stats } from 'node:fs'

/** The part of the kernel's interface for file systems in programs (`linux/fuse.h`, version 7.31) that a plain disk needs. */
export const opcodes = {
  lookup: 1,
  forget: 2,
  getattr: 3,
  setattr: 4,
  mkdir: 9,
  unlink: 10,
  rmdir: 11,
  rename: 12,
  open: 14,
  read: 15,
  write: 16,
  statfs: 17,
  release: 18,
  fsync: 20,
  flush: 25,
  init: 26,
  opendir: 27,
  readdir: 28,
  releasedir: 29,
  fsyncdir: 30,
  create: 35,
  interrupt: 36,
  batchForget: 42,
  rename2: 45,
} as const

/** Of one write, in bytes. */
export const writeMaximum = 128 * 1024

/** How long the kernel may remember names and sizes, in seconds: nobody else changes them. */
const remembered = 3600n

export interface FuseRequest {
  readonly opcode: number
  readonly unique: bigint
  readonly node: bigint
  /** What follows the header. */
  readonly body: Buffer
}

const headBytes = 40

export function readRequest(from: Buffer): FuseRequest {
  return {
    opcode: from.readUInt32LE(4),
    unique: from.readBigUInt64LE(8),
    node: from.readBigUInt64LE(16),
    body: from.subarray(headBytes),
  }
}

/** `error`: the system's number, negative; 0 for none. */
export function replyTo(unique: bigint, error: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(16 + body.length, 0)
  head.writeInt32LE(error, 4)
  head.writeBigUInt64LE(unique, 8)
  return Buffer.concat([head, body])
}

/** Names that end in a zero byte, one after the other. */
export function namesIn(body: Buffer): readonly string[] {
  return body.toString('utf8').split('\0').slice(0, -1)
}

const flags = { asyncRead: 1, bigWrites: 1 << 5, writebackCache: 1 << 16, maxPages: 1 << 22 }

/** As most disks do, it lets the kernel gather what is written until it is to be durable. */
export function initReply(): Buffer {
  const body = Buffer.alloc(64)
  body.writeUInt32LE(7, 0)
  body.writeUInt32LE(31, 4)
  body.writeUInt32LE(writeMaximum, 8)
  body.writeUInt32LE(flags.asyncRead | flags.bigWrites | flags.writebackCache | flags.maxPages, 12)
  body.writeUInt16LE(64, 16)
  body.writeUInt16LE(48, 18)
  body.writeUInt32LE(writeMaximum, 20)
  body.writeUInt32LE(1, 24)
  body.writeUInt16LE(writeMaximum / 4096, 28)
  return body
}

function attributes(node: bigint, stats: Stats): Buffer {
  const body = Buffer.alloc(88)
  const seconds = (ms: number) => BigInt(Math.floor(ms / 1000))
  const nanoseconds = (ms: number) => Math.floor((ms % 1000) * 1e6)
  const times = [stats.atimeMs, stats.mtimeMs, stats.ctimeMs]
  for (const [at, value] of [node, BigInt(stats.size), BigInt(stats.blocks), ...times.map(seconds)].entries())
    body.writeBigUInt64LE(value, at * 8)
  const { mode, nlink, uid, gid } = stats
  for (const [at, value] of [...times.map(nanoseconds), mode, nlink, uid, gid, 0, 4096, 0].entries())
    body.writeUInt32LE(value, 48 + at * 4)
  return body
}

export function attributeReply(node: bigint, stats: Stats): Buffer {
  const head = Buffer.alloc(16)
  head.writeBigUInt64LE(remembered, 0)
  return Buffer.concat([head, attributes(node, stats)])
}

export function entryReply(node: bigint, stats: Stats): Buffer {
  const head = Buffer.alloc(40)
  head.writeBigUInt64LE(node, 0)
  head.writeBigUInt64LE(remembered, 16)
  head.writeBigUInt64LE(remembered, 24)
  return Buffer.concat([head, attributes(node, stats)])
}

/** What was read of the file before stays good. */
const keepCache = 2

export function openReply(handle: bigint): Buffer {
  const body = Buffer.alloc(16)
  body.writeBigUInt64LE(handle, 0)
  body.writeUInt32LE(keepCache, 8)
  return body
}

export function writeReply(bytes: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeUInt32LE(bytes, 0)
  return body
}

export function spaceReply(disk: {
  readonly blocks: number
  readonly bavail: number
  readonly bsize: number
}) {
  const body = Buffer.alloc(80)
  for (const [at, value] of [disk.blocks, disk.bavail, disk.bavail, 1e6, 1e6].entries())
    body.writeBigUInt64LE(BigInt(value), at * 8)
  for (const [at, value] of [disk.bsize, 255, disk.bsize].entries()) body.writeUInt32LE(value, 40 + at * 4)
  return body
}

/** Entries of a folder from the `from`th on, as many as fit into so many bytes. */
export function folderReply(names: readonly string[], from: number, bytes: number): Buffer {
  const entries: Buffer[] = []
  let left = bytes
  for (const [at, name] of names.entries()) {
    if (at < from) continue
    const length = Buffer.byteLength(name)
    const entry = Buffer.alloc(24 + Math.ceil(length / 8) * 8)
    left -= entry.length
    if (left < 0) break
    entry.writeBigUInt64LE(BigInt(at + 1), 0)
    entry.writeBigUInt64LE(BigInt(at + 1), 8)
    entry.writeUInt32LE(length, 16)
    entry.write(name, 24)
    entries.push(entry)
  }
  return Buffer.concat(entries)
}
