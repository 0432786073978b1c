import { isRecord, type JsonRecord, wordsOf } from './json'
import type { TaskPhase } from './reading'

type KnownPhase = Exclude<TaskPhase, 'unknown'>

const vocabulary: Readonly<Record<KnownPhase, string>> = {
  queued: 'pending queued queuing inqueue submitted waiting notstart staged created',
  running: 'processing inprogress running generating starting assigned',
  done: 'completed success succeeded succeed finished done ready',
  failed: 'failed fail failure error timeout nsfw requestmoderated contentmoderated',
  cancelled: 'cancelled canceled aborted',
}

const phases = new Map<string, KnownPhase>()
for (const phase of ['queued', 'running', 'done', 'failed', 'cancelled'] as const) {
  for (const word of vocabulary[phase].split(' ')) phases.set(word, phase)
}

const moderated = new Set(['nsfw', 'requestmoderated', 'contentmoderated'])

function plain(word: string): string {
  return word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

/** The phase a status word means, in any case and with any separators. */
export function phaseOf(word: string): TaskPhase {
  return phases.get(plain(word)) ?? 'unknown'
}

/** True for a failed status which already says that the content was refused. */
export function saysModerated(word: string): boolean {
  return moderated.has(plain(word))
}

/** The status word of a task or item as written, at most 200 characters; numbers are codes, not words. */
export function statusWord(record: JsonRecord | null): string | null {
  if (!isRecord(record)) return null
  const word = wordsOf(record.status) ?? wordsOf(record.task_status) ?? wordsOf(record.state)
  return word === null || /^\d+$/.test(word) ? null : word.slice(0, 200)
}
