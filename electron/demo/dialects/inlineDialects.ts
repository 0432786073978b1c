import { type Dialect, type ShownImage, wordOf } from './dialect'

const bytesOf = ([image]: readonly ShownImage[]): Buffer => Buffer.from(image?.base64 ?? '', 'base64')

/** Artifacts in base64. */
export const artifacts: Dialect = {
  isInline: true,
  submitted: (id) => ({ id, status: 'in-progress' }),
  polled: (task) => ({
    id: task.id,
    status: wordOf(task, ['in-progress', 'in-progress', 'finished', 'failed']),
    ...(task.error === null ? {} : { errors: [task.error] }),
    ...(task.images.length === 0 ? {} : artifactsOf(task.images)),
  }),
  result: (images) => artifactsOf(images),
  refused: (error) => ({
    status: error.status,
    body: { id: 'r-1', name: error.code, message: error.message },
  }),
}

const artifactsOf = (images: readonly ShownImage[]) => ({
  artifacts: images.map(({ base64 }) => ({ base64, seed: 7, finishReason: 'SUCCESS' })),
})

/** The image itself. */
export const raw: Dialect = {
  isInline: true,
  isSingle: true,
  submitted: (id) => ({ id, status: 'in-progress' }),
  polled: (task) =>
    task.images.length === 0
      ? {
          id: task.id,
          status: wordOf(task, ['in-progress', 'in-progress', 'finished', 'failed']),
          ...(task.error === null ? {} : { errors: [task.error] }),
        }
      : bytesOf(task.images),
  result: bytesOf,
  refused: (error) => ({
    status: error.status,
    body: { id: 'r-1', name: error.code, errors: [error.message] },
  }),
}

/** A list of strings that are base64. */
export const list: Dialect = {
  isInline: true,
  submitted: (id) => ({ id, status: 'queued' }),
  polled: (task) => ({
    id: task.id,
    status: wordOf(task, ['queued', 'processing', 'succeeded', 'failed']),
    ...(task.error === null ? {} : { error: task.error }),
    images: task.images.map(({ base64 }) => base64),
  }),
  result: (images) => ({ images: images.map(({ base64 }) => base64), parameters: {}, info: '' }),
  refused: ({ status, message, code }) => ({ status, body: { error: { message, type: code } } }),
}
