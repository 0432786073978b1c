import type { AnswerPath, TaughtPlace, TaughtRole } from '@shared/model/taughtPlace'
import { type FoundIdentity, readId } from './identity'
import { type FoundItem, type IsLifted, imageAtPlace } from './images'
import { isRecord, type JsonRecord } from './json'
import type { Path, SeenRecord } from './records'

/** The most values that one place stands for. */
const valueLimit = 1000

interface Value {
  readonly value: unknown
  readonly path: Path
  /** What it is a field of, if that is a record. */
  readonly record: JsonRecord | null
}

/** The values of an answer at a place; `*` is every entry of a list. */
export function valuesAt(body: unknown, path: AnswerPath): readonly Value[] {
  let level: readonly Value[] = [{ value: body, path: [], record: null }]
  for (const step of path) {
    level = level
      .flatMap(({ value, path: before }): readonly Value[] => {
        if (Array.isArray(value)) {
          const entries = step === '*' ? value.slice(0, valueLimit) : []
          const all = entries.map((entry, at) => ({ value: entry, path: [...before, at], record: null }))
          if (typeof step !== 'number') return all
          return step < value.length ? [{ value: value[step], path: [...before, step], record: null }] : []
        }
        const name = String(step)
        if (!isRecord(value) || !Object.hasOwn(value, name)) return []
        return [{ value: value[name], path: [...before, name], record: value }]
      })
      .slice(0, valueLimit)
  }
  return level
}

const pathsOf = (taught: readonly TaughtPlace[], role: TaughtRole): readonly AnswerPath[] =>
  taught.filter((place) => place.role === role).map(({ path }) => path)

/** The images at the first place that has any. */
export function taughtItems(
  body: unknown,
  taught: readonly TaughtPlace[],
  isLifted: IsLifted,
): readonly FoundItem[] {
  for (const place of pathsOf(taught, 'image')) {
    const items = valuesAt(body, place).flatMap(({ value, path, record }): readonly FoundItem[] => {
      const image = imageAtPlace(value, isLifted)
      return image === null ? [] : [{ image, path, id: null, record, listed: record === null }]
    })
    if (items.length > 0) return items
  }
  return []
}

/** The id at the first place that has one; null if none has. */
export function taughtIdentity(
  body: unknown,
  taught: readonly TaughtPlace[],
  {
    records,
    isSent,
  }: { readonly records: readonly SeenRecord[]; readonly isSent: (text: string) => boolean },
): FoundIdentity | null {
  for (const place of pathsOf(taught, 'taskId'))
    for (const { value, path, record } of valuesAt(body, place)) {
      const id = readId(value)
      if (typeof id !== 'string' || isSent(id)) continue
      const at = records.findIndex((seen) => seen.record === record)
      return { kind: 'found', id, path, at: Math.max(0, at), named: true, provisional: false }
    }
  return null
}
