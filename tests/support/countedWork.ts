import { createHook } from 'node:async_hooks'

/** What some work asked of Node: counted, because times differ from run to run. */
interface CountedWork<T> {
  readonly result: T
  /** Calls of the file system that have a promise. */
  readonly fileCalls: number
  /** Streams and buffers that were begun to be packed or unpacked. */
  readonly packings: number
}

/** Counts while some work is under way in this process, and nothing else. */
export async function countedWork<T>(work: () => Promise<T>): Promise<CountedWork<T>> {
  let [fileCalls, packings] = [0, 0]
  const hook = createHook({
    init(_, type) {
      if (type === 'FSREQPROMISE') fileCalls++
      if (type === 'ZLIB') packings++
    },
  }).enable()
  try {
    const result = await work()
    return { result, fileCalls, packings }
  } finally {
    hook.disable()
  }
}
