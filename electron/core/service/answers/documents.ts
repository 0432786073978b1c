import { isRecord, parseJson, wordsOf } from './json'
import { fieldsOf } from './records'
import { phaseOf, statusWord } from './states'

/** The most lines of a stream that are read. */
const lineLimit = 5000
/** Where in a text JSON may begin, in characters. */
const startLimit = 20_000

/** Lines of events that hold no JSON. */
const noDocument = /^(:|event:|id:|retry:|data:\s*\[DONE\]\s*$|\s*$)/
const onItsWay = /partial|progress|preview|intermediate/i

/**
 * The JSON of an answer that isn't JSON as a whole: the documents of a stream of events or lines, without those that tell
 * how far a picture is; or what follows words of the server. Null if there is none.
 */
export function documentIn(text: string): unknown {
  const lines = text.split(/\r?\n/, lineLimit).filter((line) => !noDocument.test(line))
  const read = lines.map((line) => parseJson(line.replace(/^data:/, '')))
  if (read.length > 0 && read.every((one) => isRecord(one))) {
    const told = read.filter((one) => !isPreviewEvent(one))
    const results = told.filter((one) => !isAtWork(one))
    // Only a task that waits has no results yet.
    return results.length > 1 ? results : (results[0] ?? told.at(-1) ?? null)
  }
  const begin = /^[{[]/m.exec(text.slice(0, startLimit))
  const rest = begin === null ? undefined : parseJson(text.slice(begin.index))
  return typeof rest === 'object' ? rest : null
}

function isAtWork(document: unknown): boolean {
  const word = isRecord(document) ? statusWord(document) : null
  return word !== null && ['queued', 'running'].includes(phaseOf(word))
}

function isPreviewEvent(document: unknown): boolean {
  if (!isRecord(document)) return false
  const fields = fieldsOf(document)
  return ['type', 'event', 'object'].some((name) => onItsWay.test(wordsOf(fields.get(name)?.value) ?? ''))
}
