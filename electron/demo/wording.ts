import { failed, pollForm, resultForm, submitForm, type UrlOf } from './answers'
import { type ApiError, moderated } from './apiError'
import type { Dialect, ShownImage } from './dialects/dialect'
import { dialects } from './dialects/dialects'
import type { Pictures } from './pictures'
import { errorReply, jsonReply, type Reply } from './reply'
import { readScript } from './script'
import { isRefused, itemStatus, type Task, taskProgress, taskStatus } from './task'

/** Words what the service has to say: as the interface does or, if a prompt asks for it, as another service. */
export interface Wording {
  submitted(task: Task): Reply
  polled(task: Task): Promise<Reply>
  /** Every image is drawn. */
  result(task: Task): Promise<Reply>
  refused(prompt: string, error: ApiError): Reply
}

export function createWording({
  pictures,
  urlOf,
}: {
  readonly pictures: Pictures
  readonly urlOf: UrlOf
}): Wording {
  async function shown(task: Task, { isInline, isSingle = false }: Dialect): Promise<ShownImage[]> {
    const indices = Array.from({ length: task.n }, (_, index) => index).filter(
      (index) => !isRefused(task, index),
    )
    return Promise.all(
      indices.slice(0, isSingle ? 1 : task.n).map(async (index) => ({
        id: `${task.id}-${index}`,
        url: urlOf(task, index),
        base64: isInline ? (await pictures.read(task, index)).toString('base64') : '',
      })),
    )
  }

  return {
    submitted(task) {
      const dialect = dialectOf(task.prompt)
      return jsonReply(dialect === null ? submitForm(task) : dialect.submitted(task.id))
    },
    async polled(task) {
      const dialect = dialectOf(task.prompt)
      const now = Date.now()
      if (dialect === null) return jsonReply(pollForm(task, now, pictures, urlOf))
      const state = taskStatus(
        Array.from({ length: task.n }, (_, index) =>
          itemStatus(task, index, now, pictures.isDrawn(task, index)),
        ),
      )
      const images = state === 'completed' ? await shown(task, dialect) : []
      const error = state === 'failed' ? (task.fails ? failed : moderated).message : null
      const progress = taskProgress(task, state, now)
      return replyOf(dialect.polled({ id: task.id, state, progress, images, error }))
    },
    async result(task) {
      const dialect = dialectOf(task.prompt)
      if (dialect === null) return jsonReply(resultForm(task, pictures, urlOf))
      return replyOf(dialect.result(await shown(task, dialect)))
    },
    refused(prompt, error) {
      const refused = dialectOf(prompt)?.refused(error)
      if (refused === undefined) return errorReply(error)
      const { status, headers, body } = jsonReply(refused.body, refused.status)
      return { status, body, headers: { ...headers, ...error.headers } }
    },
  }
}

function dialectOf(prompt: string): Dialect | null {
  const { dialect } = readScript(prompt)
  return dialect === null ? null : dialects[dialect]
}

/** JSON, or the bytes of an image. */
function replyOf(body: unknown): Reply {
  if (!Buffer.isBuffer(body)) return jsonReply(body)
  return { status: 200, headers: { 'content-type': 'image/*' }, body }
}
