import { type JsonLeaf, readJson } from './jsonText'
import { answerPathMaximum } from './taughtPlace'

/** Where the values of a JSON text are. */
export interface JsonPlaces {
  /** In the order of the text. */
  readonly leaves: readonly JsonLeaf[]
  /** The index up to which the text can be JSON. */
  readonly end: number
  /**
   * The value at a path, or the string in which it is, if that holds JSON itself; null if the text has none. Of a name that
   * is there twice the last one counts, as it does when the text is read.
   */
  at(path: JsonLeaf['path']): JsonLeaf | null
}

/**
 * Finds the values without parts that a JSON text has whole, even if it is broken or cut off after them. Values that more
 * than `answerPathMaximum` names and indexes lead to are left out.
 */
export function jsonPlaces(text: string): JsonPlaces {
  const mark = text.startsWith('\uFEFF') ? 1 : 0
  const leaves: JsonLeaf[] = []
  const byPath = new Map<string, JsonLeaf>()
  const reading = readJson(text.slice(mark), {
    depthMaximum: answerPathMaximum,
    onLeaf({ path, start, end }) {
      const leaf = { path, start: start + mark, end: end + mark }
      leaves.push(leaf)
      byPath.set(JSON.stringify(path), leaf)
    },
  })
  return {
    leaves,
    end: reading.ok ? text.length : reading.at + mark,
    at(path) {
      for (let length = path.length; length >= 0; length--) {
        const leaf = byPath.get(JSON.stringify(path.slice(0, length)))
        if (leaf !== undefined) return length === path.length || text[leaf.start] === '"' ? leaf : null
      }
      return null
    },
  }
}
