import type { FilePlace } from './filePlaces'
import type { FileFacts } from './libraryFiles'

/** Files that are known to belong to images, under whatever names. */
export interface ClaimedFiles {
  add(file: string, place: FilePlace): void
  has(facts: Pick<FileFacts, 'key'>): boolean
  /** Whether one was seen in this place. */
  isIn(folder: string, file: string): boolean
}

export function createClaimedFiles(): ClaimedFiles {
  const keys = new Set<string>()
  const places = new Map<string, Set<string>>()
  return {
    add(file, { folder, facts }) {
      keys.add(facts.key)
      const inFolder = places.get(folder)
      if (inFolder === undefined) places.set(folder, new Set([file]))
      else inFolder.add(file)
    },
    has: ({ key }) => keys.has(key),
    isIn: (folder, file) => places.get(folder)?.has(file) === true,
  }
}
