import type { Stats } from 'node:fs'
import {
  chmod,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rmdir,
  statfs,
  truncate,
  unlink,
  utimes,
} from 'node:fs/promises'
import { createFuseNodes } from './fuseNodes'
import {
  attributeReply,
  entryReply,
  type FuseRequest,
  folderReply,
  initReply,
  namesIn,
  opcodes,
  openReply,
  spaceReply,
  writeReply,
} from './fuseWire'

/** Answers the kernel's requests for a disk whose files are those of a folder. Throws what the folder says. */
export interface FuseDisk {
  /** Null where the kernel waits for no answer; undefined where the disk knows no such request. */
  answer(request: FuseRequest): Promise<Buffer | null | undefined>
}

const nothing = Buffer.alloc(0)
const changes = { mode: 1, size: 8, accessed: 16, modified: 32 }

export function createFuseDisk(root: string): FuseDisk {
  const nodes = createFuseNodes(root)
  const handles = new Map<bigint, { readonly node: bigint; readonly file: FileHandle }>()
  const folders = new Map<bigint, readonly string[]>()
  let lastHandle = 0n

  function need(handle: bigint): FileHandle {
    const known = handles.get(handle)
    if (known === undefined) throw Object.assign(new Error('no such handle'), { errno: -9 })
    return known.file
  }

  /** A file that was removed while it is open is still there for who has it open. */
  async function statsOf(node: bigint): Promise<Stats> {
    for (const held of handles.values()) if (held.node === node) return held.file.stat()
    return lstat(nodes.path(node))
  }

  async function entry(parent: bigint, name: string): Promise<Buffer> {
    const stats = await lstat(nodes.path(parent, name))
    return entryReply(nodes.enter(parent, name), stats)
  }

  /** Whatever it is opened for: the kernel also reads what it writes in part, and knows the ends of files itself. */
  async function openFile(node: bigint, path: string, flags: 'r+'): Promise<Buffer> {
    const file = await open(path, flags)
    lastHandle += 1n
    handles.set(lastHandle, { node, file })
    return openReply(lastHandle)
  }

  async function change(node: bigint, body: Buffer): Promise<Buffer> {
    const valid = body.readUInt32LE(0)
    const path = nodes.path(node)
    if (valid & changes.size) await truncate(path, Number(body.readBigUInt64LE(16)))
    if (valid & changes.mode) await chmod(path, body.readUInt32LE(68) & 0o7777)
    if (valid & (changes.accessed | changes.modified)) {
      const { atimeMs, mtimeMs } = await lstat(path)
      const time = (bit: number, at: number, nanos: number, before: number) =>
        valid & bit ? Number(body.readBigUInt64LE(at)) + body.readUInt32LE(nanos) / 1e9 : before / 1000
      await utimes(path, time(changes.accessed, 32, 56, atimeMs), time(changes.modified, 40, 60, mtimeMs))
    }
    return attributeReply(node, await statsOf(node))
  }

  async function move(from: bigint, to: bigint, body: Buffer): Promise<Buffer> {
    const [name = '', newName = ''] = namesIn(body)
    await rename(nodes.path(from, name), nodes.path(to, newName))
    nodes.moved(from, name, to, newName)
    return nothing
  }

  async function create(parent: bigint, body: Buffer): Promise<Buffer> {
    const [name = ''] = namesIn(body.subarray(16))
    const path = nodes.path(parent, name)
    const made = await open(path, 'a', body.readUInt32LE(4) & 0o7777)
    await made.close()
    const entered = await entry(parent, name)
    return Buffer.concat([entered, await openFile(entered.readBigUInt64LE(0), path, 'r+')])
  }

  async function readFrom(body: Buffer): Promise<Buffer> {
    const into = Buffer.alloc(body.readUInt32LE(16))
    const { bytesRead } = await need(body.readBigUInt64LE(0)).read(
      into,
      0,
      into.length,
      Number(body.readBigUInt64LE(8)),
    )
    return into.subarray(0, bytesRead)
  }

  async function writeTo(body: Buffer): Promise<Buffer> {
    const bytes = body.subarray(40, 40 + body.readUInt32LE(16))
    const at = Number(body.readBigUInt64LE(8))
    const { bytesWritten } = await need(body.readBigUInt64LE(0)).write(bytes, 0, bytes.length, at)
    return writeReply(bytesWritten)
  }

  async function release(handle: bigint): Promise<Buffer> {
    const file = need(handle)
    handles.delete(handle)
    await file.close()
    return nothing
  }

  async function openFolder(node: bigint): Promise<Buffer> {
    lastHandle += 1n
    folders.set(lastHandle, ['.', '..', ...(await readdir(nodes.path(node)))])
    return openReply(lastHandle)
  }

  async function make(parent: bigint, body: Buffer): Promise<Buffer> {
    const [name = ''] = namesIn(body.subarray(8))
    await mkdir(nodes.path(parent, name), body.readUInt32LE(0) & 0o7777)
    return entry(parent, name)
  }

  async function remove(parent: bigint, body: Buffer, by: (path: string) => Promise<void>): Promise<Buffer> {
    const [name = ''] = namesIn(body)
    await by(nodes.path(parent, name))
    nodes.removed(parent, name)
    return nothing
  }

  return {
    async answer({ opcode, node, body }) {
      switch (opcode) {
        case opcodes.init:
          return initReply()
        case opcodes.forget:
          nodes.forget(node, body.readBigUInt64LE(0))
          return null
        case opcodes.batchForget:
          for (let at = 0; at < body.readUInt32LE(0); at++)
            nodes.forget(body.readBigUInt64LE(8 + at * 16), body.readBigUInt64LE(16 + at * 16))
          return null
        case opcodes.interrupt:
          return null
        case opcodes.lookup:
          return entry(node, namesIn(body)[0] ?? '')
        case opcodes.getattr:
          return attributeReply(node, await statsOf(node))
        case opcodes.setattr:
          return change(node, body)
        case opcodes.mkdir:
          return make(node, body)
        case opcodes.unlink:
          return remove(node, body, unlink)
        case opcodes.rmdir:
          return remove(node, body, rmdir)
        case opcodes.rename:
          return move(node, body.readBigUInt64LE(0), body.subarray(8))
        case opcodes.rename2:
          return move(node, body.readBigUInt64LE(0), body.subarray(16))
        case opcodes.open:
          return openFile(node, nodes.path(node), 'r+')
        case opcodes.create:
          return create(node, body)
        case opcodes.read:
          return readFrom(body)
        case opcodes.write:
          return writeTo(body)
        case opcodes.fsync:
          await need(body.readBigUInt64LE(0)).sync()
          return nothing
        case opcodes.release:
          return release(body.readBigUInt64LE(0))
        case opcodes.flush:
        case opcodes.fsyncdir:
          return nothing
        case opcodes.statfs:
          return spaceReply(await statfs(root))
        case opcodes.opendir:
          return openFolder(node)
        case opcodes.readdir: {
          const names = folders.get(body.readBigUInt64LE(0)) ?? []
          return folderReply(names, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))
        }
        case opcodes.releasedir:
          folders.delete(body.readBigUInt64LE(0))
          return nothing
        default:
          return undefined
      }
    },
  }
}
