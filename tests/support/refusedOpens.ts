import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

type Replaced = Pick<typeof fs.promises, 'open' | 'opendir' | 'readdir'>

/** Replaces one of Node's own functions until the test is over or the returned function is called. */
function replace<Name extends keyof Replaced>(name: Name, by: Replaced[Name]): () => void {
  const real = fs.promises[name]
  function set(value: Replaced[Name]): void {
    Object.assign(fs.promises, { [name]: value })
    syncBuiltinESMExports()
  }
  set(by)
  const restore = () => set(real)
  onTestFinished(restore)
  return restore
}

export interface RefusedOpens {
  /** How many opens were refused. */
  count(): number
  /** From now on none is refused. */
  allow(): void
}

/**
 * The system refuses to open some files, this many times, as it does for a process with too many open files.
 * A folder is opened with `r`, and a file with `r+`, only for its fsync: everything before that fsync is done
 * by then.
 */
export function refuseOpens(
  isRefused: (path: string, flags: string) => boolean,
  times = Number.POSITIVE_INFINITY,
): RefusedOpens {
  const { open } = fs.promises
  let left = times
  let count = 0
  replace('open', async (path, flags, mode) => {
    if (left > 0 && typeof path === 'string' && isRefused(path, typeof flags === 'string' ? flags : '')) {
      left -= 1
      count += 1
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' })
    }
    return open(path, flags, mode)
  })
  return {
    count: () => count,
    allow() {
      left = 0
    },
  }
}

/** Opening some files gets no answer until they are released, as on a disconnected drive. */
export function holdOpens(
  isHeld: (path: string) => boolean,
): Pick<RefusedOpens, 'count'> & { readonly release: () => void } {
  const { open } = fs.promises
  let comeBack = () => {}
  const back = new Promise<void>((resolve) => {
    comeBack = resolve
  })
  let count = 0
  const restore = replace('open', async (path, flags, mode) => {
    if (typeof path === 'string' && isHeld(path)) {
      count += 1
      await back
    }
    return open(path, flags, mode)
  })
  const release = () => {
    restore()
    comeBack()
  }
  onTestFinished(release)
  return { count: () => count, release }
}

/**
 * The system refuses to list some folders, this many times, by default as it does for a process with too many open
 * files.
 */
export function refuseLists(
  isRefused: (path: string) => boolean,
  times: number,
  code = 'EMFILE',
): Pick<RefusedOpens, 'count'> {
  const { opendir, readdir } = fs.promises
  let count = 0
  const refusing =
    <G extends readonly unknown[], T>(list: (...given: G) => Promise<T>) =>
    (...given: G): Promise<T> => {
      if (count >= times || !isRefused(String(given[0]))) return list(...given)
      count += 1
      return Promise.reject(Object.assign(new Error(code), { code, syscall: 'scandir' }))
    }
  replace('opendir', refusing(opendir))
  replace('readdir', Object.assign(refusing(readdir), readdir))
  return { count: () => count }
}

/**
 * The system fails to write what the first fsyncs of some files are to make durable, so many times, and takes it for
 * written from then on, as Linux does. `lost`: files whose fsync succeeded later, though not all was written again.
 * `unreadable`: nor can it read them just after.
 */
export function forgetAtSync(
  isForgotten: (path: string) => boolean,
  times: number,
  { unreadable = false }: { readonly unreadable?: boolean } = {},
): { readonly count: () => number; readonly lost: () => readonly string[] } {
  const { open } = fs.promises
  /** Bytes of a file that are to be written again, from its beginning. */
  const missing = new Map<string, { readonly all: number; again: number }>()
  const lost: string[] = []
  const refusedReads = new Set<string>()
  let count = 0
  replace('open', async (path, flags, mode) => {
    const file = await open(path, flags, mode)
    const name = String(path)
    if (!isForgotten(name)) return file
    const { sync } = file
    const read: (...given: Parameters<typeof file.read<Uint8Array>>) => Promise<{ bytesRead: number }> =
      file.read.bind(file)
    const write: (...given: Parameters<typeof file.write<Uint8Array>>) => Promise<{ bytesWritten: number }> =
      file.write.bind(file)
    Object.assign(file, {
      async read(...given: Parameters<typeof file.read<Uint8Array>>) {
        if (!refusedReads.delete(name)) return read(...given)
        throw Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' })
      },
      async write(bytes: Uint8Array, offset: number, length: number, position: number) {
        const done = await write(bytes, offset, length, position)
        const left = missing.get(name)
        if (left !== undefined && position <= left.again) left.again = position + done.bytesWritten
        return done
      },
      async sync() {
        const left = missing.get(name)
        if (left !== undefined && left.again < left.all) lost.push(name)
        if (count >= times) return sync.call(file)
        count += 1
        if (unreadable) refusedReads.add(name)
        missing.set(name, { all: (await file.stat()).size, again: 0 })
        throw Object.assign(new Error('EIO: fsync'), { code: 'EIO', syscall: 'fsync' })
      },
    })
    return file
  })
  return { count: () => count, lost: () => lost }
}

/** The file system knows no fsync of a folder, as some of networks and of virtual machines do not. */
export function knowNoFolderSync(): void {
  const { open } = fs.promises
  replace('open', async (path, flags, mode) => {
    const file = await open(path, flags, mode)
    if ((await file.stat()).isDirectory())
      file.sync = () =>
        Promise.reject(Object.assign(new Error('EINVAL: fsync'), { code: 'EINVAL', syscall: 'fsync' }))
    return file
  })
}
