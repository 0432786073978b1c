import { dirname } from 'node:path'
import type { World } from './world'

export interface Inode {
  readonly kind: 'file' | 'folder'
  /** As a reader sees it now. */
  bytes: Buffer
  /** What a loss of power leaves; null while nothing of it was ever synced. */
  durable: Buffer | null
  /** Written since the system last tried to make it durable: a system whose attempt failed takes it for done. */
  isDirty: boolean
  mode: number
  changedAt: number
  /** When anything about it changed: no program can choose it, and a drive keeps it finer. */
  touchedAt: number
  readonly number: number
}

/** How one volume behaves. A volume is everything below its path. */
export interface Volume {
  readonly path: string
  state: VolumeState
  /** It was slow or silent once: what the app began there may end long after the app turned to another. */
  madeWait: boolean
  /** The last run of the app in which it wasn't well at some time; null if there is none. */
  unwellIn: number | null
  /** The times it was unplugged and plugged in again. */
  readonly absences: Absence[]
}

/** Times are milliseconds since the world began. */
export interface Absence {
  readonly since: number
  readonly until: number
  /** What was written in its place, and is hidden. */
  readonly hidden: readonly Buffer[]
}

/** `unplugged`: an empty folder is left in its place, and what is written there is hidden once the drive is back. */
export type VolumeState = 'well' | 'unplugged' | 'gone' | 'silent' | 'full' | 'failing' | 'slow'

interface SetAside {
  readonly entries: ReadonlyMap<string, Inode>
  readonly durable: ReadonlyMap<string, Inode>
  readonly inodes: ReadonlySet<Inode>
  /** In milliseconds since the world began. */
  readonly since: number
}

/** The process ends at one of its own writes: before, or after it was done. It hears no more of any. */
export interface Fuse {
  /** Writes until then. */
  left: number
  /** The computer goes off with it. */
  readonly power: boolean
}

/** The files of a world, with a cache: what was not synced is lost with the power. */
export interface Disk {
  readonly entries: Map<string, Inode>
  readonly volumes: readonly Volume[]
  volumeOf(path: string): Volume | null
  /** What was on the volume is not within reach. */
  isUnplugged(inode: Inode): boolean
  /** Calls to a silent volume go on once it is not. */
  setState(volume: Volume, state: VolumeState): void
  /** Hears when the volume is not silent any more. */
  whenHeard(volume: Volume, act: () => void): void
  /** How long a call to a volume that is well takes, in milliseconds; at 0 it is done at once. */
  readonly callMs: number
  /** Some of what a move of the library copies is not what was written. */
  spoilsCopies: boolean
  /** Null: none is lit. Burnt down at 0. */
  fuse: Fuse | null
  add(path: string, kind: Inode['kind'], mode: number): Inode
  /** Somebody deletes a file for good. */
  erase(path: string): void
  /** The names in a folder, sorted. */
  names(folder: string): readonly string[]
  /** The system writes its cache to the disks: no loss of power takes any of it. */
  flush(): void
  /** Makes the entries of a folder durable. */
  syncFolder(folder: string): void
  /** Back to what is durable: what was written since is gone, or torn. */
  losePower(): void
}

export class DiskProblem extends Error {
  readonly code: string
  constructor(code: string, path: string) {
    super(`${code}: ${path}`)
    this.code = code
  }
}

export function createDisk(world: World, volumePaths: readonly string[]): Disk {
  const entries = new Map<string, Inode>()
  const durableEntries = new Map<string, Inode>()
  const volumes: readonly Volume[] = volumePaths.map((path) => ({
    path,
    state: 'well',
    madeWait: false,
    unwellIn: null,
    absences: [],
  }))
  /** What is on the volumes that are unplugged. */
  const unplugged = new Map<Volume, SetAside>()
  const waiting = new Map<Volume, (() => void)[]>()
  let numbers = 0

  function add(path: string, kind: Inode['kind'], mode: number): Inode {
    const inode: Inode = {
      kind,
      bytes: Buffer.alloc(0),
      durable: kind === 'folder' ? Buffer.alloc(0) : null,
      isDirty: false,
      mode,
      changedAt: world.now(),
      touchedAt: world.now() + 0.001,
      number: ++numbers,
    }
    entries.set(path, inode)
    return inode
  }

  /** A crash may leave any part of what was written after the last sync. */
  function remains(inode: Inode): Buffer {
    if (inode.durable !== null && world.random.chance(0.5)) return inode.durable
    return inode.bytes.subarray(0, world.random.whole(0, inode.bytes.length))
  }

  /** A rename is one step: a file is never at both places, nor at neither. */
  function makeDurable(path: string, inode: Inode): void {
    if (durableEntries.get(path) === inode) return
    for (const [other, held] of durableEntries) if (held === inode) durableEntries.delete(other)
    durableEntries.set(path, inode)
  }

  function take(from: Map<string, Inode>, volume: Volume): ReadonlyMap<string, Inode> {
    const taken = new Map([...from].filter(([path]) => path.startsWith(`${volume.path}/`)))
    for (const path of taken.keys()) from.delete(path)
    return taken
  }
  function takeAll(volume: Volume): SetAside {
    const taken = take(entries, volume)
    return {
      entries: taken,
      durable: take(durableEntries, volume),
      inodes: new Set(taken.values()),
      since: world.elapsed(),
    }
  }

  function plugIn(volume: Volume, setAside: SetAside): void {
    const hidden = [...takeAll(volume).entries].filter(([, { kind }]) => kind === 'file')
    for (const [path] of hidden) world.tell(`hidden under the drive that is back: ${path}`)
    volume.absences.push({
      since: setAside.since,
      until: world.elapsed(),
      hidden: hidden.map(([, { bytes }]) => bytes),
    })
    for (const [path, inode] of setAside.entries) entries.set(path, inode)
    for (const [path, inode] of setAside.durable) durableEntries.set(path, inode)
    unplugged.delete(volume)
  }

  const roots = new Set(['/', '/world', ...volumePaths])
  for (const path of roots) durableEntries.set(path, add(path, 'folder', 0o755))

  return {
    entries,
    volumes,
    callMs: world.random.chance(0.1) ? 0.2 : 0,
    spoilsCopies: false,
    fuse: null,
    add,
    erase(path) {
      entries.delete(path)
      durableEntries.delete(path)
    },
    isUnplugged: (inode) => [...unplugged.values()].some(({ inodes }) => inodes.has(inode)),
    setState(volume, state) {
      const setAside = unplugged.get(volume)
      if (state === 'unplugged' && setAside === undefined) unplugged.set(volume, takeAll(volume))
      if (state !== 'unplugged' && setAside !== undefined) plugIn(volume, setAside)
      if (state !== 'well' || volume.state !== 'well') volume.unwellIn = world.run()
      volume.state = state
      volume.madeWait ||= state === 'slow' || state === 'silent'
      if (state === 'silent') return
      const acts = waiting.get(volume) ?? []
      waiting.delete(volume)
      for (const act of acts) act()
    },
    whenHeard(volume, act) {
      waiting.set(volume, [...(waiting.get(volume) ?? []), act])
    },
    volumeOf: (path) =>
      volumes.find((volume) => path === volume.path || path.startsWith(`${volume.path}/`)) ?? null,
    names(folder) {
      const start = `${folder}/`
      const names: string[] = []
      for (const path of entries.keys())
        if (path.startsWith(start) && !path.includes('/', start.length)) names.push(path.slice(start.length))
      return names.sort()
    },
    flush() {
      for (const path of [...durableEntries.keys()]) if (!entries.has(path)) durableEntries.delete(path)
      for (const [path, inode] of entries) {
        makeDurable(path, inode)
        inode.durable = inode.bytes
        inode.isDirty = false
      }
    },
    syncFolder(folder) {
      for (const path of durableEntries.keys())
        if (dirname(path) === folder && !entries.has(path)) durableEntries.delete(path)
      for (const [path, inode] of entries) if (dirname(path) === folder) makeDurable(path, inode)
    },
    losePower() {
      // A file system may have written any entry by itself: what was renamed is at its old or its new place.
      for (const [path, inode] of entries)
        if (!durableEntries.has(path) && world.random.chance(0.5)) makeDurable(path, inode)
      entries.clear()
      for (const [path, inode] of [...durableEntries].sort(([one], [other]) => (one < other ? -1 : 1))) {
        if (!roots.has(path) && !entries.has(dirname(path))) {
          durableEntries.delete(path)
          continue
        }
        if (inode.kind === 'file') {
          if (inode.durable === null || !inode.durable.equals(inode.bytes)) inode.bytes = remains(inode)
          inode.durable = inode.bytes
        }
        entries.set(path, inode)
      }
    },
  }
}
