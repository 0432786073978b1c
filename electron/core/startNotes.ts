import { z } from 'zod'
import { readFileSync } from './drive'

/** The name of a piece is its kind, a space and its id; this one stands for the whole start, which has no id. */
export const wholeStart = 'start '
/** This one stands for paid requests of every connection. */
const allSends = 'send '

/** After this many starts in a row that ended during some work, leaving out what they had in common hasn't helped. */
const manyFailures = 5

/** The first line of the notes; pieces by their names. */
const headSchema = z.object({
  /** Of the app. */
  version: z.string(),
  /** Starts in a row that ended during some work. */
  failures: z.number().int().min(0),
  /** What was under way when the last of them ended. */
  before: z.array(z.string()),
  leftOut: z.array(z.string()),
  /** How often each of those was retried in vain. */
  retries: z.record(z.string(), z.number().int().min(0)),
})
export type Head = z.infer<typeof headSchema>

/** The notes of a start that ended, and what was under way then. */
interface StartNotes {
  readonly head: Head
  readonly underway: readonly string[]
}

/** The notes of the previous run; null if it left none. */
export function readNotes(path: string): StartNotes | null {
  try {
    const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n')
    const underway = new Set<string>()
    for (const line of lines) {
      if (line.startsWith('+')) underway.add(line.slice(1))
      if (line.startsWith('-')) underway.delete(line.slice(1))
    }
    return { head: headSchema.parse(JSON.parse(first)), underway: [...underway] }
  } catch {
    return null
  }
}

/** What a start of this version begins with, judging by where the previous one ended. */
export function nextHead(notes: StartNotes | null, version: string): Head {
  const fresh = { version, failures: 0, before: [], leftOut: [], retries: {} }
  // A newer version may be able to handle it.
  if (notes === null || notes.head.version !== version) return fresh
  const { head, underway } = notes
  if (underway.length === 0) return { ...head, failures: 0, before: [] }
  const failures = head.failures + 1
  const more = culprits(head, underway, failures)
  // Pieces retried without success come last. While the whole start is left out none of them can be retried, so that
  // one comes first.
  const leftOut = [...head.leftOut.filter((name) => !more.includes(name)), ...more].sort(
    (one, other) => Number(other === wholeStart) - Number(one === wholeStart),
  )
  return { version, failures, before: [...underway], leftOut, retries: retriesOf(head, leftOut) }
}

/** How often each of these pieces was retried in vain; the others are forgotten. */
export const retriesOf = ({ retries }: Head, names: readonly string[]): Head['retries'] =>
  Object.fromEntries(Object.entries(retries).filter(([name]) => names.includes(name)))

function culprits({ before }: Head, underway: readonly string[], failures: number): readonly string[] {
  const again = underway.filter((name) => before.includes(name))
  const pieces = again.filter((name) => name !== wholeStart)
  if (pieces.length > 0 && failures < manyFailures) return pieces
  // The rest of it is retried automatically, but only the user can say that paying goes on.
  return again.includes(wholeStart) || failures > 2 ? [wholeStart, allSends] : []
}
