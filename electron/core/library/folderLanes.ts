/**
 * Concurrent calls to the files of one folder. There are four threads for files. If a drive stops answering while
 * images are being saved to it, it blocks no more than these. The others stay free for the folder that is chosen
 * instead.
 */
const width = 2

/**
 * Work that is waited for, however long the folder takes. Checks of whether the folder answers use its gate instead.
 */
export interface FolderLanes {
  /** `isLast`: everything else that waits for the folder goes first. */
  run<T>(folder: string, work: () => Promise<T>, options?: { readonly isLast: boolean }): Promise<T>
  /** Takes the place of one while no other work is there or waits; returns what ends that, or null. */
  hold(folder: string): (() => void) | null
  /** How much work has begun but not ended. */
  running(folder: string): number
  /** Whether some work hasn't ended. */
  isBusy(): boolean
}

interface Lane {
  running: number
  line: readonly (() => void)[]
  /** Begun only once `line` is empty. */
  last: readonly (() => void)[]
}

export function createFolderLanes(): FolderLanes {
  const lanes = new Map<string, Lane>()

  const laneOf = (folder: string): Lane => lanes.get(folder) ?? { running: 0, line: [], last: [] }

  function end(folder: string, lane: Lane): void {
    lane.running -= 1
    if (lane.running === 0) lanes.delete(folder)
    proceed(folder, lane)
  }

  function proceed(folder: string, lane: Lane): void {
    const [next] = [...lane.line, ...lane.last]
    if (next === undefined || lane.running >= width) return
    if (lane.line.length > 0) lane.line = lane.line.slice(1)
    else lane.last = lane.last.slice(1)
    lane.running += 1
    lanes.set(folder, lane)
    next()
  }

  return {
    run(folder, work, { isLast } = { isLast: false }) {
      const lane = laneOf(folder)
      return new Promise((resolve, reject) => {
        const start = (): void => {
          work()
            .finally(() => end(folder, lane))
            .then(resolve, reject)
        }
        if (isLast) lane.last = [...lane.last, start]
        else lane.line = [...lane.line, start]
        proceed(folder, lane)
      })
    },
    hold(folder) {
      const lane = laneOf(folder)
      if (lane.running > 0) return null
      lane.running = 1
      lanes.set(folder, lane)
      return () => end(folder, lane)
    },
    running: (folder) => lanes.get(folder)?.running ?? 0,
    isBusy: () => lanes.size > 0,
  }
}
