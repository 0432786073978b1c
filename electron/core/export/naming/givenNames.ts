import { foldedName, legalName } from './legalName'
import type { WantedName } from './wantedName'

/** A path with forward slashes inside the destination. */
export interface GivenName {
  readonly path: string
  /** It got a number: another image of this export, or a file there, has the name that was wanted. */
  readonly taken: 'no' | 'here' | 'there'
  /** The file there is to be replaced. */
  readonly replaces: boolean
}

/** What is in a folder of the destination already. */
export interface FolderEntry {
  readonly name: string
  readonly isFolder: boolean
}

/**
 * Gives each image a path of its own, on every system. Names are given in order: later images change nothing about
 * earlier ones.
 */
export interface GivenNames {
  /** A folder on the way to a name that isn't noted yet; empty for the destination itself, null once all are. */
  unnoted(wanted: WantedName): string | null
  /** Notes what is in a folder, before names in it are given. */
  note(folder: string, entries: Iterable<FolderEntry>): void
  /**
   * `own`: a file there that may be replaced, if a number of the wanted name leads to it. Null after many names that are
   * taken: the next call goes on, in another turn of the loop.
   */
  give(wanted: WantedName, own?: string | null): GivenName | null
  /** What has the wanted name, whatever is beside it. */
  takenBy(wanted: WantedName): GivenName['taken']
}

/** Taken names that are passed over in one turn of the loop. */
const passedAtOnce = 100

/** Pictures in which programs write what they say about them, and texts. Only others have a file for that beside them. */
const saysItself =
  /\.(?:png|apng|jpe?g|jpe|jfif|webp|gif|avif|svg|bmp|ico|txt|text|md|csv|tsv|json|jsonl|html?|pdf|zip|xmp)$/i
const hasEnding = /.\.[^.]+$/

/**
 * `beside`: the path of a file that each has beside it, so that this is free as well, and not that of a file there, such as
 * of a raw photo whose ending it lacks: programs would take it for that of the photo. Default none.
 */
export function createGivenNames(beside?: (path: string) => string): GivenNames {
  /** By folded path: folders as they are spelled, files by who has them. */
  const folders = new Map<string, string>()
  const files = new Map<string, 'here' | 'there'>()
  /** The next number to try for a folded path. */
  const next = new Map<string, number>()
  const noted = new Set<string>()
  let passed = 0

  const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

  function folderOf({ folders: wanted }: WantedName): string {
    let path = ''
    for (const name of wanted) path = folderIn(path, name)
    return path
  }

  function folderIn(parent: string, name: string): string {
    for (let number = 1; ; number++) {
      const path = within(parent, number === 1 ? name : legalName(name, ` (${number})`, name.length + 9))
      const key = foldedName(path)
      const known = folders.get(key)
      if (known !== undefined) return known
      if (!files.has(key)) {
        folders.set(key, path)
        return path
      }
    }
  }

  const keysOf = (path: string): readonly string[] =>
    [path, ...(beside === undefined ? [] : [beside(path)])].map(foldedName)

  const takenAs = (key: string): GivenName['taken'] => files.get(key) ?? (folders.has(key) ? 'there' : 'no')

  const takenAt = (path: string): GivenName['taken'] =>
    keysOf(path)
      .map(takenAs)
      .find((by) => by !== 'no') ?? 'no'

  function take(path: string): void {
    for (const key of keysOf(path)) files.set(key, 'here')
  }

  const wantedPath = (wanted: WantedName): string => within(folderOf(wanted), wanted.numbered(1))

  function isReplaceable(folder: string, wanted: WantedName, own: string): boolean {
    const name = own.slice(own.lastIndexOf('/') + 1)
    return (
      own === within(folder, name) &&
      files.get(foldedName(own)) === 'there' &&
      !keysOf(own).some((key) => files.get(key) === 'here') &&
      numberOf(wanted, name) !== null
    )
  }

  return {
    unnoted(wanted) {
      let path = ''
      for (const name of wanted.folders) {
        if (!noted.has(path)) return path
        path = folderIn(path, name)
      }
      return noted.has(path) ? null : path
    },

    note(folder, entries) {
      noted.add(folder)
      for (const { name, isFolder } of entries) {
        const path = within(folder, name)
        const key = foldedName(path)
        if (isFolder) {
          if (!folders.has(key)) folders.set(key, path)
          continue
        }
        const isDescribed = beside !== undefined && hasEnding.test(name) && !saysItself.test(name)
        for (const one of isDescribed ? [key, foldedName(beside(path))] : [key])
          if (!files.has(one)) files.set(one, 'there')
      }
    },

    takenBy: (wanted) => takenAs(foldedName(wantedPath(wanted))),

    give(wanted, own) {
      const folder = folderOf(wanted)
      if (own && isReplaceable(folder, wanted, own)) {
        take(own)
        return { path: own, taken: 'no', replaces: true }
      }
      const first = foldedName(within(folder, wanted.numbered(1)))
      const other = takenAt(wantedPath(wanted))
      const taken = other === 'here' && wanted.index !== null ? 'no' : other
      for (let number = next.get(first) ?? 1; ; number++) {
        const path = within(folder, wanted.numbered(number))
        const isFree = takenAt(path) === 'no'
        if (isFree) take(path)
        next.set(first, number + 1)
        if (isFree) return { path, taken, replaces: false }
        passed++
        if (passed % passedAtOnce === 0) return null
      }
    },
  }
}

/** Which number of a wanted name gives this one; null if none does. */
function numberOf({ index, numbered }: WantedName, name: string): number | null {
  const first = numbered(1)
  if (name === first) return 1
  const digits = index === null ? numberBehind(name) : indexesIn(name, first)
  const numbers = digits.map((text) => Number(text) - (index ?? 1) + 1)
  return numbers.find((number) => number > 1 && numbered(number) === name) ?? null
}

const numberBehind = (name: string): readonly string[] => / \((\d+)\)\.[^.]*$/.exec(name)?.slice(1) ?? []

/** Digits of an index. */
const digitsMaximum = 9

/** What may be the index in a name, the most digits first: it is where that differs from the first one. */
function indexesIn(name: string, first: string): readonly string[] {
  let at = 0
  while (at < name.length && name[at] === first[at]) at++
  const before = /\d*$/.exec(name.slice(Math.max(0, at - digitsMaximum), at))?.[0] ?? ''
  const after = /^\d*/.exec(name.slice(at, at + digitsMaximum))?.[0] ?? ''
  const found: string[] = []
  for (let from = 0; from <= before.length; from++)
    for (let to = after.length; to >= 0; to--) {
      const text = before.slice(from) + after.slice(0, to)
      if (text !== '' && text.length <= digitsMaximum) found.push(text)
    }
  return found
}
