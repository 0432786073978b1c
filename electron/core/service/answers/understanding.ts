import { type Meaning, type ReadRole, shownCharacters, type Understood } from '@shared/model/exchange'
import { jsonPlaces } from '@shared/model/jsonPlaces'
import type { JsonLeaf } from '@shared/model/jsonText'
import { type ReadAnswer, type ReadContext, readAnswer } from './answerReading'
import type { AnswerImage } from './images'
import { isSuccess, type RawAnswer } from './rawAnswer'
import type { Path } from './records'

/** What was understood of an answer, and where in the text that is shown of it. */
export interface Understanding {
  readonly understood: Understood[]
  readonly meaning: Meaning
}

/** Reads a kept answer as the queue has read it. `askedAt`: where a task is asked for whose answer names a place, or null. */
export async function understand(
  { body, ...answer }: Omit<RawAnswer, 'body'> & { readonly body: string },
  options: ReadContext & { readonly askedAt: AskedAt },
): Promise<Understanding> {
  // No time that it names is told here.
  const context = { ...options, now: 0 }
  const read = await readAnswer({ ...answer, body: { kind: 'text', text: body } }, context)
  const text = body.slice(0, shownCharacters)
  return { understood: understoodIn(text, read), meaning: meaningOf(read, options.askedAt) }
}

type AskedAt = (taskId: string, named: string | null) => string

function meaningOf(read: ReadAnswer, askedAt: AskedAt): Meaning {
  const { taskId, phase, askAt, items, found } = read.task
  const images = items.filter(({ image }) => image !== null).length
  if (found.length > 0) return { kind: 'found', images: found.length }
  if (taskId !== null && phase !== 'done')
    return { kind: 'task', taskId, askAt: askedAt(taskId, askAt), images }
  if (images > 0) return { kind: 'images', images }
  const isRefusal = !isSuccess(read.status) || read.inner !== null || read.refusal !== 'none' || read.hasError
  return { kind: isRefusal || read.task.error !== null ? 'refusal' : 'nothing' }
}

function understoodIn(text: string, { task, words, hasTask, isCut }: ReadAnswer): Understood[] {
  const places = jsonPlaces(text)
  const byText = new Map<string, JsonLeaf>()
  for (const leaf of places.leaves.toReversed()) byText.set(text.slice(leaf.start, leaf.end), leaf)
  const leafOf = (value: string) => byText.get(JSON.stringify(value)) ?? null
  // Paths in what is left of an answer that was cut off aren't those in its text.
  const leafAt = (path: Path | null) => (path === null || isCut ? null : places.at(path))
  const imageAt = (image: AnswerImage | null, path: Path) =>
    (image?.kind === 'base64' ? leafOf(image.data) : null) ?? (image === null ? null : leafAt(path))
  const { taskId, status, error } = task.places
  const seen: readonly (readonly [ReadRole, JsonLeaf | null])[] = [
    ['taskId', leafAt(taskId)],
    ['status', leafAt(status)],
    ['reason', leafAt(error ?? (hasTask ? null : words.path))],
    ['askAt', task.askAt === null ? null : leafOf(task.askAt)],
    ...[...task.items, ...task.found].map(({ image, path }) => ['image', imageAt(image, path)] as const),
  ]
  const understood = new Map<string, Understood>()
  for (const [role, leaf] of seen) {
    if (leaf === null) continue
    understood.set(`${role} ${leaf.start}`, { role, start: leaf.start, end: leaf.end })
  }
  return [...understood.values()].sort((one, other) => one.start - other.start)
}
