/** What a file system does with its entries, at once, whatever state the volume is in. */
import { Buffer } from 'node:buffer'
import { constants } from 'node:fs'
import { dirname } from 'node:path'
import { type Disk, DiskProblem, type Inode } from './disk'
import { ambient } from './world'

export const drive: { disk: Disk | null } = { disk: null }

export function disk(): Disk {
  if (drive.disk === null) throw new Error('no world has a disk yet')
  return drive.disk
}

export function found(path: string): Inode {
  const inode = disk().entries.get(path)
  if (inode === undefined) throw new DiskProblem('ENOENT', path)
  return inode
}

export function foundFile(path: string): Inode {
  const inode = found(path)
  if (inode.kind !== 'file') throw new DiskProblem('EISDIR', path)
  return inode
}

export function create(path: string, kind: Inode['kind'], mode: number): Inode {
  if (disk().entries.get(dirname(path))?.kind !== 'folder') throw new DiskProblem('ENOENT', path)
  return disk().add(path, kind, mode)
}

export interface Opening {
  readonly creates: boolean
  readonly fresh: boolean
  readonly empties: boolean
  readonly appends: boolean
  readonly writes: boolean
}

export function opening(flags: string | number): Opening {
  if (typeof flags === 'string')
    return {
      creates: /[wa]/.test(flags),
      fresh: flags.includes('x'),
      empties: flags.includes('w'),
      appends: flags.includes('a'),
      writes: flags !== 'r',
    }
  return {
    creates: (flags & constants.O_CREAT) !== 0,
    fresh: (flags & constants.O_EXCL) !== 0,
    empties: (flags & constants.O_TRUNC) !== 0,
    appends: (flags & constants.O_APPEND) !== 0,
    writes: (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0,
  }
}

export function openInode(path: string, flags: string | number, mode: number): Inode {
  const { creates, fresh, empties, writes } = opening(flags)
  const known = disk().entries.get(path)
  if (known !== undefined && fresh) throw new DiskProblem('EEXIST', path)
  if (known?.kind === 'folder' && writes) throw new DiskProblem('EISDIR', path)
  if (known === undefined && !creates) throw new DiskProblem('ENOENT', path)
  const inode = known ?? create(path, 'file', mode)
  if (empties) put(inode, 0, Buffer.alloc(0), true)
  return inode
}

export function put(inode: Inode, at: number, bytes: Uint8Array, cut = false): void {
  const end = at + bytes.byteLength
  const next = Buffer.alloc(cut ? end : Math.max(end, inode.bytes.length))
  inode.bytes.copy(next)
  next.set(bytes, at)
  inode.bytes = next
  inode.isDirty = true
  inode.changedAt = ambient.world.now()
  touch(inode)
}

/** Notes that something about it changed now, in thousandths of a millisecond. */
export function touch(inode: Inode): void {
  const last = Math.floor(inode.touchedAt)
  const now = ambient.world.now()
  // Two changes within a millisecond are told apart.
  inode.touchedAt = last === now ? inode.touchedAt + 0.001 : now + 0.001
}

export const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data) : data

export function makeDurable(inode: Inode): void {
  if (inode.isDirty) inode.durable = inode.bytes
  inode.isDirty = false
}

export function statsOf(inode: Inode) {
  return {
    size: inode.bytes.length,
    mtimeMs: inode.changedAt,
    ctimeMs: inode.touchedAt,
    mtime: new Date(inode.changedAt),
    atime: new Date(inode.changedAt),
    dev: 1,
    mode: inode.mode,
    nlink: 1,
    ino: inode.number,
    isFile: () => inode.kind === 'file',
    isDirectory: () => inode.kind === 'folder',
    isSymbolicLink: () => false,
  }
}

export function makeFolders(path: string, mode: number): string | undefined {
  if (disk().entries.has(path)) return undefined
  const first = makeFolders(dirname(path), mode)
  create(path, 'folder', mode)
  return first ?? path
}

export function remove(path: string, force: boolean): void {
  const inode = disk().entries.get(path)
  if (inode === undefined && !force) throw new DiskProblem('ENOENT', path)
  if (inode?.kind === 'folder') throw new DiskProblem('ERR_FS_EISDIR', path)
  disk().entries.delete(path)
}

export function removeFolder(path: string): void {
  if (found(path).kind !== 'folder') throw new DiskProblem('ENOTDIR', path)
  if (disk().names(path).length > 0) throw new DiskProblem('ENOTEMPTY', path)
  disk().entries.delete(path)
}

export function move(from: string, to: string): void {
  const inode = found(from)
  if (disk().entries.get(dirname(to))?.kind !== 'folder') throw new DiskProblem('ENOENT', to)
  const below =
    inode.kind === 'folder' ? [...disk().entries].filter(([path]) => path.startsWith(`${from}/`)) : []
  disk().entries.delete(from)
  disk().entries.set(to, inode)
  touch(inode)
  for (const [path, one] of below) {
    disk().entries.delete(path)
    disk().entries.set(to + path.slice(from.length), one)
  }
}
