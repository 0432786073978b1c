import { join } from 'node:path'
import { isLeft } from '@shared/model/leftFile'
import { lstat, opendir, type Stats, stat } from '../../drive'
import { wholeTime } from '../../fileTime'
import type { Clock, Places } from '../../ports'
import { systemCode } from '../../systemCode'
import { createDriveTurns, turnMs } from '../driveTurns'
import type { Digest, FileDigests } from '../fileDigests'
import { type FolderGates, silence } from '../folderGates'
import { dayFolderPattern, isImagePath } from '../imageName'
import type { FoundFacts } from '../knownFile'
import { canBeHere } from '../leftFiles'
import { isAbsence, mayBeImage, ownFolder } from '../libraryFolders'

/** A file as its folder tells of it, before any of its bytes are read. */
export interface FileFacts extends FoundFacts {
  /** The same for every name of one file: for hard links, and for names that its drive takes for the same. */
  readonly key: string
}

export interface FoundFile {
  /** Inside the library, forward slashes. */
  readonly file: string
  readonly facts: FileFacts
}

/** `unknown`: its folder can't be read, which doesn't mean that the file isn't there. */
export type FileLook = FileFacts | 'absent' | 'unknown'

/**
 * Reads files of a library, in pieces so short that its drive never seems silent only because there is much to read.
 * Links aren't followed. All answer `silence` if the drive doesn't answer. Of a file that was left where it was, `folder`
 * is the one in which it lies.
 */
export interface LibraryFiles {
  facts(folder: string, files: readonly string[]): Promise<ReadonlyMap<string, FileLook> | typeof silence>
  /** Null if it can't be read, or is larger than any image. Also `silence` once `signal` is aborted. */
  digest(folder: string, file: string, signal: AbortSignal): Promise<Digest | null | typeof silence>
  /** The same for each of several, by file, which is quicker. */
  digests(
    folder: string,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Digest | null | typeof silence>>
  /**
   * Every file where an image may be, some at a time; not what is hidden or the system's, nor other libraries inside this
   * one, nor the profile, whose own files are removed sooner or later. `unread` for a folder that can't be read, unless
   * the user may not enter it and it is no day of ours: images that are known to be there can't be read either, and no
   * others were put there. Files that are settled are left out, unseen.
   */
  walk(
    folder: string,
    isSettled: (file: string) => boolean,
  ): AsyncGenerator<readonly FoundFile[] | 'unread' | typeof silence>
  /** The names in a folder inside the library, some at a time. `unread` if it can't be read, or isn't there. */
  names(folder: string, inside: string): AsyncGenerator<readonly string[] | 'unread' | typeof silence>
}

const namesAtOnce = 256

/** What systems keep at the root of a drive: among other things, what was thrown away. */
const ofDrive = /^(?:lost\+found|system volume information|\$recycle\.bin|recycler)$/i

/** Whether a folder inside the library may hold images that it was made for: the library itself, a year or a day. */
function isOfDays(inside: string): boolean {
  const [year = '', day, ...more] = inside.split('/')
  if (inside === '') return true
  return (
    dayFolderPattern.year.test(year) &&
    (day === undefined || dayFolderPattern.day.test(day)) &&
    more.length === 0
  )
}

export function createLibraryFiles(deps: {
  readonly gates: Pick<FolderGates, 'ask' | 'open' | 'close'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly digests: FileDigests
  readonly places: Pick<Places, 'profile'>
}): LibraryFiles {
  const { gates, clock, digests: digestsOf, places } = deps
  const inTurns = createDriveTurns(deps)

  /** Of a folder inside the library: whether neither it nor one on the way is a link. */
  function createWays(folder: string): (file: string) => Promise<'own' | 'absent' | 'unknown'> {
    const known = new Map<string, 'own' | 'absent' | 'unknown'>()
    async function way(names: readonly string[]): Promise<'own' | 'absent' | 'unknown'> {
      const name = names.join('/')
      const before = known.get(name)
      if (before !== undefined) return before
      const above = names.length > 1 ? await way(names.slice(0, -1)) : 'own'
      const own = above === 'own' ? await folderLook(join(folder, ...names)) : above
      known.set(name, own)
      return own
    }
    return (file) => {
      if (isLeft(file)) return Promise.resolve(canBeHere(file) ? 'own' : 'absent')
      const names = file.split('/').slice(0, -1)
      return names.length === 0 ? Promise.resolve('own') : way(names)
    }
  }

  /** `closed`: the user may not enter it. */
  async function* entries(
    folder: string,
    inside: string,
  ): AsyncGenerator<readonly string[] | 'unread' | 'closed' | typeof silence> {
    const opened = await gates
      .open(folder, () => opendir(join(folder, ...inside.split('/')), { bufferSize: namesAtOnce }))
      .catch((problem: unknown) => (isClosed(problem) ? ('closed' as const) : ('unread' as const)))
    if (opened === silence || typeof opened === 'string') return yield opened
    try {
      for (let isOver = false; !isOver; ) {
        const some: string[] = []
        const read = await gates.ask(folder, async () => {
          const began = clock.monotonic()
          while (some.length < namesAtOnce && clock.monotonic() - began < turnMs) {
            const next = await opened.read().catch(() => 'unread' as const)
            if (next === 'unread') return next
            isOver = next === null
            if (next === null) return null
            some.push(next.name)
          }
          return null
        })
        if (read !== null) return yield read
        yield some
      }
    } finally {
      // Also if nobody wants to know the rest.
      gates.close(folder, opened)
    }
  }

  return {
    async *names(folder, inside) {
      for await (const some of entries(folder, inside)) yield some === 'closed' ? 'unread' : some
    },

    async facts(folder, files) {
      const found = new Map<string, FileLook>()
      const ways = createWays(folder)
      const answer = await inTurns(folder, [...files], async (file) => {
        const way = await ways(file)
        found.set(file, way === 'own' ? await fileLook(pathOf(folder, file)) : way)
      })
      return answer === silence ? silence : found
    },

    async digests(folder, files, signal) {
      const paths = new Map(files.map((file) => [file, pathOf(folder, file)]))
      const found = await digestsOf(folder, [...paths.values()], signal)
      return new Map(
        [...paths].map(([file, path]) => [file, found.has(path) ? (found.get(path) ?? null) : silence]),
      )
    },

    async digest(folder, file, signal) {
      const path = pathOf(folder, file)
      const found = await digestsOf(folder, [path], signal)
      return found.has(path) ? (found.get(path) ?? null) : silence
    },

    async *walk(folder, isSettled) {
      const profile = await stat(places.profile).catch(() => null)
      const waiting = ['']
      for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
        const prefix = inside === '' ? '' : `${inside}/`
        if (inside !== '') {
          const path = join(folder, ...inside.split('/'), ownFolder)
          const nested = await gates.ask(folder, () => folderLook(path))
          if (nested === silence) return yield silence
          if (nested === 'own') continue
        }
        for await (const some of entries(folder, inside)) {
          if (some === 'closed' && !isOfDays(inside)) break
          if (some === 'unread' || some === 'closed') {
            yield 'unread'
            break
          }
          if (some === silence) return yield silence
          const found: FoundFile[] = []
          const own = some
            .filter((name) => inside !== '' || !ofDrive.test(name))
            .map((name) => prefix + name)
            .filter((file) => isImagePath(file) && !isSettled(file))
          const answer = await inTurns(folder, own, async (file) => {
            const look = await entryLook(join(folder, ...file.split('/')), profile)
            if (look === 'folder') waiting.push(file)
            else if (look !== null) found.push({ file, facts: look })
          })
          if (answer === silence) return yield silence
          yield found
        }
      }
    },
  }
}

const isClosed = (problem: unknown): boolean => ['EACCES', 'EPERM'].includes(systemCode(problem) ?? '')

const pathOf = (folder: string, file: string): string =>
  isLeft(file) ? file : join(folder, ...file.split('/'))

async function folderLook(path: string): Promise<'own' | 'absent' | 'unknown'> {
  try {
    return (await lstat(path)).isDirectory() ? 'own' : 'absent'
  } catch (problem) {
    return isAbsence(problem) ? 'absent' : 'unknown'
  }
}

/** Null for what is neither a file nor a folder, for what is gone, and for the profile. */
async function entryLook(path: string, profile: Stats | null): Promise<FileFacts | 'folder' | null> {
  const found = await lstat(path).catch(() => null)
  if (found?.isDirectory() === true)
    return found.ino === profile?.ino && found.dev === profile.dev ? null : 'folder'
  return found !== null && (await mayBeImage(path, found).catch(() => false)) ? factsOf(found) : null
}

async function fileLook(path: string): Promise<FileLook> {
  try {
    const found = await lstat(path)
    return (await mayBeImage(path, found)) ? factsOf(found) : 'absent'
  } catch (problem) {
    return isAbsence(problem) ? 'absent' : 'unknown'
  }
}

const factsOf = (found: Stats): FileFacts => ({
  size: found.size,
  time: wholeTime(found.mtimeMs),
  key: `${found.dev}:${found.ino}:${found.size}`,
})
