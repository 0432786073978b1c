import { silence } from '../folderGates'
import { itemName, namedItem } from '../imageName'
import type { ImageRows } from '../imageRows'
import type { ClaimedFiles } from './claimedFiles'
import type { FreeFile } from './fileMatching'
import type { FoundFile, LibraryFiles } from './libraryFiles'
import type { ReachedFolders } from './reachedFolders'
import type { KnownFile, UpkeepRows } from './upkeepRows'

/** An image without its file. `number`: null for one that has no row. */
export interface LackingFile extends Pick<KnownFile, 'jobId' | 'index' | 'bytes'> {
  readonly number: number | null
}

/** Looks through the folders for files that no image has, and that may be those of images that lack theirs. */
export interface FreeFiles {
  /** `isWhole`: false if something couldn't be read. */
  find(options: {
    readonly lacking: readonly LackingFile[]
    readonly claimed: ClaimedFiles
    readonly reached: ReachedFolders
    readonly signal: AbortSignal
  }): Promise<{ readonly free: readonly FreeFile[]; readonly isWhole: boolean }>
}

export function createFreeFiles(deps: {
  readonly rows: Pick<UpkeepRows, 'holders'>
  readonly images: Pick<ImageRows, 'findItem'>
  readonly files: LibraryFiles
  /** An item whose file is in place and whose row is about to be written. */
  readonly isBeingPlaced: (jobId: string, index: number) => boolean
}): FreeFiles {
  const { rows, images, files, isBeingPlaced } = deps

  return {
    async find({ lacking, claimed, reached, signal }) {
      const sizes = new Set(lacking.map(({ bytes }) => bytes))
      const items = new Set(lacking.map(({ jobId, index }) => itemName(jobId, index)))
      const numbers = new Set(lacking.map(({ number }) => number))
      const free = new Map<string, FreeFile>()
      const keys = new Set<string>()
      let isWhole = true

      const isNamed = (file: string) => {
        const item = namedItem(file)
        return item !== null && items.has(itemName(item.jobId, item.index))
      }

      /** It will get a row of its own, by its name. */
      function isAwaited(file: string): boolean {
        const item = namedItem(file)
        if (item === null) return false
        if (isBeingPlaced(item.jobId, item.index)) return true
        return images.findItem(item.jobId, item.index) === null && !isNamed(file)
      }

      /** An image is opened from the first folder that has its place. */
      async function isHidden(folder: string, file: string): Promise<boolean> {
        for (const earlier of reached.present()) {
          if (earlier === folder) return false
          const look = await files.facts(earlier, [file])
          if (look === silence || look.get(file) !== 'absent') return true
        }
        return false
      }

      async function take(folder: string, found: readonly FoundFile[]): Promise<void> {
        const some = found.filter(
          ({ file, facts }) =>
            (sizes.has(facts.size) || isNamed(file)) && !claimed.has(facts) && !isAwaited(file),
        )
        const holders = rows.holders(some.map(({ file }) => file))
        for (const { file, facts } of some) {
          const holder = holders.get(file)
          if (signal.aborted) return
          if (keys.has(facts.key) || free.has(file) || (holder !== undefined && !numbers.has(holder)))
            continue
          if (await isHidden(folder, file)) continue
          const digest = sizes.has(facts.size) ? await files.digest(folder, file, signal) : null
          if (digest === silence) {
            reached.lost(folder)
            return
          }
          keys.add(facts.key)
          const { sha256 = null, format = null } = digest ?? {}
          free.set(file, { folder, file, facts, sha256, format })
        }
      }

      for (const folder of reached.present()) {
        for await (const found of files.walk(folder, (file) => claimed.isIn(folder, file))) {
          if (signal.aborted) return { free: [], isWhole: false }
          if (found === silence) reached.lost(folder)
          else if (found === 'unread') isWhole = false
          else await take(folder, found)
          if (!reached.present().includes(folder)) break
        }
      }
      return { free: [...free.values()], isWhole }
    },
  }
}
