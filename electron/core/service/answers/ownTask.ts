import { readId } from './identity'
import { isRecord, type JsonRecord } from './json'
import { isOwnTaskName } from './names'
import { envelopesIn, fieldsOf } from './records'
import { statusWord } from './states'

/** No list of tasks is deeper. */
const depthLimit = 6

/** The ids under which a record may be a task's. */
function idsOf(record: JsonRecord): readonly string[] {
  return [...fieldsOf(record).values()].flatMap(({ name, value }) => {
    const id = isOwnTaskName(name) ? readId(value) : null
    return typeof id === 'string' ? [id] : []
  })
}

/** An entry of a list of tasks: it has an id, and says how it stands. */
const isTask = (value: unknown): value is JsonRecord =>
  isRecord(value) && statusWord(value) !== null && idsOf(value).length > 0

/**
 * An answer about a task without the other tasks that it lists beside it: what they say and show is theirs. One in which
 * the task has no entry stays as it is, and so do the parts of a task that the answer names above them.
 */
export function withoutOtherTasks(body: unknown, taskId: string): unknown {
  function inside(value: unknown, depth: number): unknown {
    if (depth > depthLimit) return value
    if (Array.isArray(value)) {
      const own = value.filter((entry) => isTask(entry) && idsOf(entry).includes(taskId))
      // Parts of a task are often called by its id and a number.
      const hasOthers = value.some(
        (entry) => isTask(entry) && !idsOf(entry).some((id) => id.startsWith(taskId)),
      )
      return own.length > 0 && hasOthers ? own : value
    }
    if (!isRecord(value) || idsOf(value).includes(taskId)) return value
    for (const name of envelopesIn(value, depth === 0)) {
      const before = value[name]
      const after = inside(before, depth + 1)
      if (after !== before) return { ...value, [name]: after }
    }
    return value
  }

  return inside(body, 0)
}
