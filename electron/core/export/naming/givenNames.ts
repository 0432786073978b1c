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
  /** `own`: a file there that may be replaced, if a number of the wanted name leads to it. */
  give(wanted: WantedName, own?: string): GivenName
  /** What has the wanted name. */
  takenBy(wanted: WantedName): GivenName['taken']
}

export function createGivenNames(): GivenNames {
  /** By folded path: folders as they are spelled, files by who has them. */
  const folders = new Map<string, string>()
  const files = new Map<string, 'here' | 'there'>()
  /** The next number to try for a folded path. */
  const next = new Map<string, number>()
  const noted = new Set<string>()

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

  function takenBy(wanted: WantedName): GivenName['taken'] {
    const key = foldedName(within(folderOf(wanted), wanted.numbered(1)))
    return files.get(key) ?? (folders.has(key) ? 'there' : 'no')
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
        } else if (!files.has(key)) files.set(key, 'there')
      }
    },

    takenBy,

    give(wanted, own) {
      const folder = folderOf(wanted)
      const first = foldedName(within(folder, wanted.numbered(1)))
      const other = takenBy(wanted)
      const taken = other === 'here' && wanted.isIndexed ? 'no' : other
      const begin = own === undefined ? (next.get(first) ?? 1) : 1
      for (let number = begin; ; number++) {
        const path = within(folder, wanted.numbered(number))
        const key = foldedName(path)
        const replaces = path === own && files.get(key) === 'there'
        if ((files.has(key) || folders.has(key)) && !replaces) continue
        files.set(key, 'here')
        if (!replaces) next.set(first, number + 1)
        return { path, taken: replaces ? 'no' : taken, replaces }
      }
    },
  }
}
