import type { Database } from '../../electron/core/db/database'
import type * as drive from '../../electron/core/drive'

/**
 * Ends a run of the core at any of its writes, as a kill does: that write, and all that follow, are never done. What
 * isn't a write goes on, and does no harm.
 */
export interface Fuse {
  /** Writes that are still done; unlimited by default. */
  left: number
  /** Writes since the last reset. */
  writes: number
  /** Called before each write that is done. */
  onWrite: () => void
  /** File systems that know no second name for a file. */
  refusesLinks: boolean
  /** The most bytes that a file can have, on a drive that says it is FAT; unlimited by default, on another. */
  longest: number
  /** Milliseconds in which a drive counts times; it keeps none of changes, as FAT. By default it keeps both as they are. */
  grain: number
  /** The same for times of changes alone, as exFAT counts them while it is plugged in. */
  changeGrain: number
  /** Each name of a file has a number of its own, as on some network drives; a file that has no name yet keeps its own. */
  numbersNames: boolean
  /** Paths of files that the disk can't read. */
  unreadable: ReadonlySet<string>
  reset(): void
}

export const fuse: Fuse = {
  left: Number.POSITIVE_INFINITY,
  writes: 0,
  onWrite: () => {},
  refusesLinks: false,
  longest: Number.POSITIVE_INFINITY,
  grain: 0,
  changeGrain: 0,
  numbersNames: false,
  unreadable: new Set(),
  reset() {
    fuse.left = Number.POSITIVE_INFINITY
    fuse.writes = 0
    fuse.onWrite = () => {}
    fuse.refusesLinks = false
    fuse.longest = Number.POSITIVE_INFINITY
    fuse.grain = 0
    fuse.changeGrain = 0
    fuse.numbersNames = false
    fuse.unreadable = new Set()
  },
}

class Killed extends Error {
  readonly code = 'EIO'
}

function write<T>(work: () => T): T {
  if (fuse.left <= 0) throw new Killed('killed')
  fuse.onWrite()
  fuse.left -= 1
  fuse.writes += 1
  return work()
}

const ofHandles = new Set(['write', 'writeFile', 'sync', 'utimes', 'chmod'])

function coarse<T extends { mtimeMs: number | bigint; ctimeMs: number | bigint }>(found: T): T {
  const counted = (time: number | bigint, grain: number) => Math.floor(Number(time) / grain) * grain
  if (fuse.changeGrain > 0) return Object.assign(found, { ctimeMs: counted(found.ctimeMs, fuse.changeGrain) })
  if (fuse.grain === 0) return found
  const mtimeMs = counted(found.mtimeMs, fuse.grain)
  return Object.assign(found, { mtimeMs, ctimeMs: mtimeMs })
}

/** A write of some bytes at a place in a file. */
const within =
  (call: (...given: unknown[]) => Promise<unknown>) =>
  async (...given: unknown[]): Promise<unknown> => {
    const [, , length, at] = given
    if (Number(at) + Number(length) > fuse.longest)
      throw Object.assign(new Error('too long a file'), { code: 'EFBIG' })
    return await call(...given)
  }

/** The drive, with the fuse in each of its writes. */
export function fusedDrive(real: typeof drive): typeof drive {
  const fused =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> =>
      write(() => call(...args))
  const refusing = async (...names: Parameters<typeof real.link>): Promise<void> => {
    if (fuse.refusesLinks) throw Object.assign(new Error('no links'), { code: 'EXDEV' })
    await real.link(...names)
  }
  const lookAt = async (path: string) => {
    const found = coarse(await real.lstat(path))
    return fuse.numbersNames && !path.endsWith('.part') ? Object.assign(found, { ino: -found.ino }) : found
  }
  const fatOf = async (path: string) => {
    const found = await real.statfs(path)
    return Number.isFinite(fuse.longest) ? { ...found, type: 0x4d44 } : found
  }
  return {
    ...real,
    statfs: fatOf as typeof real.statfs,
    lstat: lookAt as typeof real.lstat,
    link: fused(refusing),
    mkdir: fused(real.mkdir as (...args: unknown[]) => Promise<undefined>) as typeof real.mkdir,
    rename: fused(real.rename),
    rm: fused(real.rm),
    rmdir: fused(real.rmdir),
    unlink: fused(real.unlink),
    writeFile: fused(real.writeFile),
    async open(...args) {
      const [path, flags = 'r'] = args
      if (fuse.unreadable.has(String(path))) throw new Killed('unreadable')
      const file = await (flags === 'r' || typeof flags === 'number'
        ? real.open(...args)
        : fused(real.open)(...args))
      return new Proxy(file, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          const bound = value.bind(target) as (...given: unknown[]) => Promise<unknown>
          if (name === 'write') return fused(within(bound))
          if (name === 'stat') return async () => coarse(await target.stat())
          return typeof name === 'string' && ofHandles.has(name) ? fused(bound) : bound
        },
      })
    },
  }
}

/** The database, with the fuse in each of its transactions. */
export function fusedDatabase(db: Database): Database {
  let depth = 0
  return {
    ...db,
    run: (...given) => (depth > 0 ? db.run(...given) : write(() => db.run(...given))),
    transaction: (body, options) => {
      if (depth > 0) return db.transaction(body)
      return write(() =>
        db.transaction(() => {
          depth += 1
          try {
            return body()
          } finally {
            depth -= 1
          }
        }, options),
      )
    },
  }
}
