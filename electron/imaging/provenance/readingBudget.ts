/**
 * What may be spent on reading what one file says, apart from decoding it. Whatever is in the file, what the budget ends
 * is read as if the file said no more.
 */
export interface ReadingBudget {
  readonly spent: Readonly<Spent>
  /** Bytes that are left. */
  readonly room: number
  /** Spends a part. False if none is left. */
  part(): boolean
  /** Spends a step. False if none is left. */
  step(): boolean
  /** Spends bytes. False if there are fewer left; then none are spent. */
  take(bytes: number): boolean
}

interface Spent {
  /** Parts of the file that were looked at. */
  parts: number
  /** To understand what was found: links of a graph, settings. */
  steps: number
  /** Read of texts, or unpacked. */
  bytes: number
}

/** Far more than any program writes: a picture of a hundred megabytes has some thousands of parts. */
export const partsMaximum = 20_000
export const stepsMaximum = 20_000
/** Several times the text that is kept of a file, for what is read and turns out to be of no use. */
export const bytesMaximum = 4 * 1024 * 1024

/** All of it, for one file. */
export function createReadingBudget(): ReadingBudget {
  const spent: Spent = { parts: 0, steps: 0, bytes: 0 }
  return {
    spent,
    get room() {
      return bytesMaximum - spent.bytes
    },
    part() {
      if (spent.parts === partsMaximum) return false
      spent.parts++
      return true
    },
    step() {
      if (spent.steps === stepsMaximum) return false
      spent.steps++
      return true
    },
    take(bytes) {
      if (spent.bytes + bytes > bytesMaximum) return false
      spent.bytes += bytes
      return true
    },
  }
}
