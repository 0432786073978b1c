import { isRecord, type JsonRecord, parseJson } from './json'
import { isForeign } from './names'

/** How deep JSON in a string of JSON is read. */
const nestingLimit = 8
/** Nothing that reads an answer looks deeper. */
const depthLimit = 32
/** Characters of all strings that are read so. */
const lengthLimit = 4_000_000
/** The most elements of a list, or fields of a record, that are looked at: whatever reads an answer looks at each. */
const memberLimit = 10_000

/**
 * An answer with the JSON in its strings read: some services give their result so. What we sent stays as it is, and so
 * do strings beyond the limits. Of lists and records that are longer than any service's, only the beginning is left.
 */
export function unfolded(body: unknown): unknown {
  let length = 0

  function inside(text: string, depth: number, nesting: number): unknown {
    if (nesting >= nestingLimit || !/^\s*[{[]/.test(text)) return text
    length += text.length
    const read = length > lengthLimit ? undefined : parseJson(text)
    const hasMembers = typeof read === 'object' && read !== null && Object.keys(read).length > 0
    return hasMembers ? visit(read, depth + 1, nesting + 1) : text
  }

  function ofList(list: readonly unknown[], depth: number, nesting: number): readonly unknown[] {
    let changed: unknown[] | null = list.length > memberLimit ? list.slice(0, memberLimit) : null
    const count = changed?.length ?? list.length
    for (let at = 0; at < count; at++) {
      const read = visit(list[at], depth + 1, nesting)
      if (read === list[at]) continue
      changed ??= [...list]
      changed[at] = read
    }
    return changed ?? list
  }

  function ofRecord(record: JsonRecord, depth: number, nesting: number): JsonRecord {
    const names = Object.keys(record)
    let changed: Record<string, unknown> | null = null
    if (names.length > memberLimit) {
      names.length = memberLimit
      changed = {}
      for (const name of names) put(changed, name, record[name])
    }
    for (const name of names) {
      const read = isForeign(name) ? record[name] : visit(record[name], depth + 1, nesting)
      if (read === record[name]) continue
      changed ??= { ...record }
      put(changed, name, read)
    }
    return changed ?? record
  }

  function visit(value: unknown, depth: number, nesting: number): unknown {
    if (typeof value === 'string') return inside(value, depth, nesting)
    if (depth > depthLimit) return value
    if (Array.isArray(value)) return ofList(value, depth, nesting)
    return isRecord(value) ? ofRecord(value, depth, nesting) : value
  }

  return visit(body, 0, 0)
}

/** A field of its own, whatever it is called. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
}
