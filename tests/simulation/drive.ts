/**
 * Takes the place of the core's drive: files of the world, in memory. A call may take time, and a volume may refuse it or
 * never answer.
 */
import type { Buffer } from 'node:buffer'
import { constants } from 'node:fs'
import { constants as system } from 'node:os'
import { join } from 'node:path'
import type * as port from '../../electron/core/drive'
import { DiskProblem, type Inode } from './disk'
import {
  bytesOf,
  create,
  disk,
  found,
  foundFile,
  makeDurable,
  makeFolders,
  move,
  openInode,
  opening,
  put,
  remove,
  removeFolder,
  statsOf,
  touch,
} from './fileTree'
import { ambient } from './world'

export { constants }
export type FileHandle = port.FileHandle

type Access = 'read' | 'write'

function refusal(path: string, access: Access): DiskProblem | 'silent' | null {
  const volume = disk().volumeOf(path)
  if (volume === null) return null
  switch (volume.state) {
    case 'well':
    case 'slow':
    case 'unplugged':
      return null
    case 'silent':
      return 'silent'
    case 'gone':
      return new DiskProblem('ENOENT', path)
    case 'full':
      return access === 'write' ? new DiskProblem('ENOSPC', path) : null
    case 'failing':
      return ambient.world.random.chance(0.4) ? anyProblem(path) : null
  }
}

/** Errors that say what is there, that there is no room, what can't be done there at all, or that we are mistaken. */
const telling = new Set([
  ...[
    'ENOENT',
    'ENOTDIR',
    'EEXIST',
    'EISDIR',
    'ELOOP',
    'ENOSPC',
    'EDQUOT',
    'EFBIG',
    'EROFS',
    'EACCES',
    'EPERM',
  ],
  ...['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF', 'EINVAL'],
])
/** All others, and one that no system has. */
const anyCode = Object.keys(system.errno).filter((code) => !telling.has(code))

const anyProblem = (path: string): DiskProblem =>
  new DiskProblem(ambient.world.random.pick(['EIO', 'EUNHEARDOF', ...anyCode]), path)

/** Runs it in the world's time. Never settles once the fuse is burnt, or while the volume is silent. */
function call<T>(path: string, access: Access, work: () => T): Promise<T> {
  const { world } = ambient
  const run = world.run()
  const volume = disk().volumeOf(path)
  return new Promise((resolve, reject) => {
    const attempt = (): void => {
      if (run !== world.run() || isBurnt()) return
      const refused = refusal(path, access)
      if (refused === 'silent') {
        if (volume !== null) disk().whenHeard(volume, () => world.after(1, attempt))
        return
      }
      const isLast = access === 'write' && burn()
      if (isLast && world.random.chance(0.5)) return
      try {
        if (refused !== null) throw refused
        const done = work()
        if (!isLast) resolve(done)
      } catch (problem) {
        if (!isLast) reject(problem)
      }
    }
    const ms = volume?.state === 'slow' ? world.random.whole(50, 3000) : disk().callMs
    if (ms === 0) attempt()
    else world.after(ms, attempt)
  })
}

const isBurnt = (): boolean => disk().fuse?.left === 0

/** True when the fuse burns down with this write. */
function burn(): boolean {
  const { fuse } = disk()
  if (fuse === null) return false
  fuse.left -= 1
  return fuse.left === 0
}

/** What is open, and the run of the app that opened it: a kill closes all. */
const openNow = new Map<Handle, { readonly path: string; readonly run: number }>()

/** Paths of files that the app that runs has open. */
export const openPaths = (): readonly string[] =>
  [...openNow.values()].flatMap(({ path, run }) => (run === ambient.world.run() ? [path] : []))

/** The next world begins with nothing. */
export const forgetOpen = (): void => openNow.clear()

class Handle {
  readonly #path: string
  readonly #inode: Inode
  readonly #appends: boolean
  #at = 0

  constructor(path: string, inode: Inode, appends: boolean) {
    this.#path = path
    this.#inode = inode
    this.#appends = appends
    openNow.set(this, { path, run: ambient.world.run() })
  }

  write(data: Uint8Array, from = 0, length = data.byteLength - from, position: number | null = null) {
    return this.#call('write', () => {
      put(this.#inode, position ?? this.#at, spoiled(this.#path, data.subarray(from, from + length)))
      if (position === null) this.#at += length
      return { bytesWritten: length, buffer: data }
    })
  }

  writeFile(data: string | Uint8Array): Promise<void> {
    return this.#call('write', () => {
      const bytes = bytesOf(data)
      put(this.#inode, this.#appends ? this.#inode.bytes.length : this.#at, bytes)
      this.#at += bytes.byteLength
    })
  }

  readFile(encoding?: BufferEncoding): Promise<string | Buffer> {
    return this.#call('read', () => decoded(this.#inode.bytes, encoding))
  }

  read(target: Uint8Array, from: number, length: number, position: number) {
    return this.#call('read', () => {
      const bytes = this.#inode.bytes.subarray(position, position + length)
      target.set(bytes, from)
      return { bytesRead: bytes.length, buffer: target }
    })
  }

  async sync(): Promise<void> {
    try {
      await this.#call('write', () => {
        if (this.#inode.kind === 'folder') disk().syncFolder(this.#path)
        else makeDurable(this.#inode)
      })
    } catch (problem) {
      this.#inode.isDirty = false
      throw problem
    }
  }

  truncate(length: number): Promise<void> {
    return this.#call('write', () => put(this.#inode, length, new Uint8Array(), true))
  }

  datasync(): Promise<void> {
    return this.sync()
  }

  utimes(_accessed: Date, changed: Date): Promise<void> {
    return this.#call('write', () => {
      this.#inode.changedAt = changed.getTime()
      touch(this.#inode)
    })
  }

  chmod(mode: number): Promise<void> {
    return this.#call('write', () => {
      this.#inode.mode = mode
      touch(this.#inode)
    })
  }

  stat(): Promise<unknown> {
    return this.#call('read', () => statsOf(this.#inode))
  }

  close(): Promise<void> {
    openNow.delete(this)
    return call('', 'read', () => undefined)
  }

  /** What was open fails while its drive is unplugged. */
  #call<T>(access: Access, work: () => T): Promise<T> {
    return call(this.#path, access, () => {
      if (disk().isUnplugged(this.#inode)) throw new DiskProblem('EIO', this.#path)
      return work()
    })
  }
}

/** What a bad disk keeps of a piece of a copy. */
function spoiled(path: string, piece: Uint8Array): Uint8Array {
  const isBad = disk().spoilsCopies && path.includes('/moving/') && ambient.world.random.chance(0.5)
  return isBad ? Uint8Array.from(piece).fill(0, piece.length >> 1) : piece
}

const accessOf = (flags: string | number): Access => (opening(flags).writes ? 'write' : 'read')

const decoded = (bytes: Buffer, encoding: BufferEncoding | undefined): string | Buffer =>
  encoding === undefined ? bytes : bytes.toString(encoding)

/** What Node gives a file, and a folder, when no mode is asked for. */
const fileMode = 0o666
const folderMode = 0o777

const promised = {
  open: (path: string, flags: string | number = 'r', mode = fileMode) =>
    call(path, accessOf(flags), () => {
      return new Handle(path, openInode(path, flags, mode), opening(flags).appends)
    }),
  readFile: (path: string, encoding?: BufferEncoding) =>
    call(path, 'read', () => decoded(foundFile(path).bytes, encoding)),
  writeFile: (
    path: string,
    data: string | Uint8Array,
    options?: { flag?: string | number; flush?: boolean; mode?: number },
  ) =>
    call(path, 'write', () => {
      const inode = openInode(path, options?.flag ?? 'w', options?.mode ?? fileMode)
      put(inode, 0, bytesOf(data), true)
      if (options?.flush === true) makeDurable(inode)
    }),
  copyFile: (from: string, to: string, mode = 0) =>
    call(to, 'write', () => {
      const { bytes } = foundFile(from)
      put(openInode(to, (mode & constants.COPYFILE_EXCL) === 0 ? 'w' : 'wx', 0o600), 0, bytes, true)
    }),
  rename: (from: string, to: string) => call(to, 'write', () => move(from, to)),
  /** The file systems of the world know no second names. */
  link: (_from: string, to: string) =>
    call(to, 'write', () => {
      throw new DiskProblem('EPERM', to)
    }),
  rmdir: (path: string) => call(path, 'write', () => removeFolder(path)),
  rm: (path: string, options?: { force?: boolean }) =>
    call(path, 'write', () => remove(path, options?.force === true)),
  unlink: (path: string) => call(path, 'write', () => remove(path, false)),
  readdir: (path: string, options?: { withFileTypes?: boolean }) =>
    call(path, 'read', () => {
      if (found(path).kind !== 'folder') throw new DiskProblem('ENOTDIR', path)
      const names = disk().names(path)
      if (options?.withFileTypes !== true) return [...names]
      return names.map((name) => ({ name, ...statsOf(found(join(path, name))) }))
    }),
  opendir: (path: string) =>
    call(path, 'read', () => {
      if (found(path).kind !== 'folder') throw new DiskProblem('ENOTDIR', path)
      const names = [...disk().names(path)]
      async function* entries() {
        for (const name of names) {
          const inode = disk().entries.get(join(path, name))
          if (inode !== undefined) yield { name, ...statsOf(inode) }
        }
      }
      const left = entries()
      return {
        [Symbol.asyncIterator]: entries,
        read: async () => (await left.next()).value ?? null,
        close: async () => undefined,
      }
    }),
  mkdir: (path: string, options?: { recursive?: boolean; mode?: number }) =>
    call(path, 'write', () => {
      if (options?.recursive === true) return makeFolders(path, options.mode ?? folderMode)
      if (disk().entries.has(path)) throw new DiskProblem('EEXIST', path)
      create(path, 'folder', options?.mode ?? folderMode)
      return undefined
    }),
  stat: (path: string) => call(path, 'read', () => statsOf(found(path))),
  lstat: (path: string) => call(path, 'read', () => statsOf(found(path))),
  access: (path: string) => call(path, 'read', () => void found(path)),
  chmod: (path: string, mode: number) =>
    call(path, 'write', () => {
      found(path).mode = mode
      touch(found(path))
    }),
  realpath: (path: string) =>
    call(path, 'read', () => {
      found(path)
      return path
    }),
  statfs: (path: string) =>
    call(path, 'read', () => {
      found(path)
      const isFull = disk().volumeOf(path)?.state === 'full'
      return { bavail: isFull ? 1 : 2 ** 26, bsize: 4096 }
    }),
}

// The port's types name all that Node can; the core uses what is here.
const as = promised as unknown as typeof port
export const {
  open,
  opendir,
  readFile,
  writeFile,
  copyFile,
  rename,
  rm,
  readdir,
  mkdir,
  stat,
  lstat,
  access,
} = as
export const { chmod, realpath, statfs, link, rmdir, unlink } = as

interface OpenFile {
  readonly path: string
  readonly inode: Inode
}

const openFiles = new Map<number, OpenFile>()
let handles = 0

function openFile(handle: number): OpenFile {
  const file = openFiles.get(handle)
  if (file === undefined) throw new DiskProblem('EBADF', String(handle))
  return file
}

/** What is synchronous refuses at once: such calls are on the profile alone. */
function now<T>(path: string, access: Access, work: () => T): T {
  const refused = refusal(path, access)
  if (refused !== null && refused !== 'silent') throw refused
  return work()
}

const immediate = {
  existsSync: (path: string) => disk().entries.has(path),
  mkdirSync: (path: string, options?: { mode?: number }) => makeFolders(path, options?.mode ?? folderMode),
  readFileSync: (path: string, encoding?: BufferEncoding) =>
    now(path, 'read', () => decoded(foundFile(path).bytes, encoding)),
  writeFileSync: (path: string, data: string, options?: { mode?: number }) =>
    now(path, 'write', () => put(openInode(path, 'w', options?.mode ?? fileMode), 0, bytesOf(data), true)),
  readdirSync: (path: string) => now(path, 'read', () => [...disk().names(path)]),
  renameSync: (from: string, to: string) => now(to, 'write', () => move(from, to)),
  rmSync: (path: string, options?: { force?: boolean }) =>
    now(path, 'write', () => remove(path, options?.force === true)),
  statSync: (path: string) => now(path, 'read', () => statsOf(found(path))),
  openSync: (path: string, flags: string, mode = fileMode) =>
    now(path, accessOf(flags), () => {
      const handle = ++handles
      openFiles.set(handle, { path, inode: openInode(path, flags, mode) })
      return handle
    }),
  closeSync: (handle: number) => void openFiles.delete(handle),
  writeSync: (handle: number, data: string) => {
    const file = openFile(handle)
    return now(file.path, 'write', () => {
      const bytes = bytesOf(data)
      put(file.inode, file.inode.bytes.length, bytes)
      return bytes.byteLength
    })
  },
  fsyncSync: (handle: number) => {
    const file = openFile(handle)
    if (file.inode.kind === 'folder') disk().syncFolder(file.path)
    else makeDurable(file.inode)
  },
}

const atOnce = immediate as unknown as typeof port
export const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync, renameSync } = atOnce
export const { rmSync, statSync, openSync, closeSync, writeSync, fsyncSync } = atOnce
