import { itemName } from '../library/imageName'
import type { Library } from '../library/library'
import type { ReadyItem } from '../queue/engine/downloads/itemDelivery'
import type { Queue } from '../queue/queue'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import type { StartRecord } from '../startRecord'

/** An image that is being downloaded and saved. */
export interface Run {
  readonly item: ReadyItem
  /** Of the item. */
  readonly name: string
  /** The library it goes to; null until that is known. */
  folder: string | null
  /** Where its bytes are gathered; null until that is known. */
  temp: string | null
  /** Aborted if that folder is no longer in use and isn't responding: another run saves the image elsewhere. */
  readonly left: AbortController
  end: Promise<void>
}

/** The images under way, and which is next. */
export interface Underway {
  /** The oldest waiting item whose connection has room for one more. */
  next(): ReadyItem | undefined
  begin(item: ReadyItem): Run
  /** Nothing changes if another run has taken its place. */
  end(run: Run): void
  /** Leaves those whose library was left and is silent: they are saved in the one in use. */
  leaveSilent(): void
  /** Resolves once all of them have ended. */
  ended(): Promise<unknown>
}

export function createUnderway(deps: {
  readonly queue: Pick<Queue, 'readyItems'>
  readonly library: Pick<Library, 'isLeftSilent'>
  readonly starts: Pick<StartRecord, 'leftOut' | 'isLeftOut'>
}): Underway {
  const { queue, library, starts } = deps
  const runs = new Map<string, Run>()

  /** If two images may be the same, the second is compared with the first once that is saved. */
  function waitsForTwin({ jobId, again }: ReadyItem): boolean {
    return [...runs.values()].some(({ item }) => item.jobId === jobId && (again || item.again))
  }

  return {
    next() {
      const open = new Map<string, number>()
      for (const { item } of runs.values())
        open.set(item.connectionId, (open.get(item.connectionId) ?? 0) + 1)
      const full = [...open].filter(([, count]) => count >= downloadPolicy.atOnce).map(([id]) => id)
      const isNext = (item: ReadyItem) => {
        const name = itemName(item.jobId, item.index)
        return !runs.has(name) && !starts.isLeftOut('download', name) && !waitsForTwin(item)
      }
      // How many wait for their twins isn't known before they are read.
      for (let limit = runs.size + starts.leftOut().length + 1; ; limit *= 2) {
        const items = queue.readyItems(limit, { besides: full })
        const next = items.find(isNext)
        if (next !== undefined || items.length < limit) return next
      }
    },

    begin(item) {
      const name = itemName(item.jobId, item.index)
      const run: Run = {
        item,
        name,
        folder: null,
        temp: null,
        left: new AbortController(),
        end: Promise.resolve(),
      }
      runs.set(name, run)
      return run
    },

    end(run) {
      if (runs.get(run.name) === run) runs.delete(run.name)
    },

    leaveSilent() {
      for (const { name, folder, left } of [...runs.values()]) {
        if (folder === null || !library.isLeftSilent(folder)) continue
        runs.delete(name)
        left.abort()
      }
    },

    ended: () => Promise.all([...runs.values()].map(({ end }) => end)),
  }
}
