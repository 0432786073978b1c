import type { LibraryFolders } from '../libraryFolders'

/** The library folders that a check can read; fewer if one goes away meanwhile. */
export interface ReachedFolders {
  /** The one in use first. */
  present(): readonly string[]
  /** Known folders about which nothing can be said. */
  away(): readonly string[]
  /** It doesn't answer any more. */
  lost(folder: string): void
}

export async function reachFolders(
  folders: Pick<LibraryFolders, 'all' | 'isKnown' | 'lookForOwn'>,
): Promise<ReachedFolders> {
  const reached: string[] = []
  const away = new Set<string>()
  for (const folder of folders.all()) {
    const look = await folders.lookForOwn(folder)
    if (look === 'there') reached.push(folder)
    // One in which nothing was ever saved has nothing that could be missed.
    else if (look === 'unknown' || folders.isKnown(folder)) away.add(folder)
  }
  return {
    present: () => reached.filter((folder) => !away.has(folder)),
    away: () => [...away],
    lost(folder) {
      away.add(folder)
    },
  }
}
