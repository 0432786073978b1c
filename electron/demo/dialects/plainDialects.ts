import { type Dialect, type RefusedRequest, type ShownImage, urls, wordOf } from './dialect'

const asked = {
  isInline: false,
  refused: ({ status, message }: RefusedRequest) => ({ status, body: { detail: message } }),
}

/** `{"task_id": …}` and nothing else; then a list of addresses. */
export const bare: Dialect = {
  ...asked,
  submitted: (id) => ({ task_id: id }),
  polled: (task) => ({
    task_id: task.id,
    status: wordOf(task, ['queued', 'in_progress', 'completed', 'failed']),
    progress: task.progress,
    ...(task.error === null ? {} : { fail_reason: task.error }),
    ...(task.images.length === 0 ? {} : { result_urls: urls(task.images) }),
  }),
  result: (images) => ({ created: 1, result_urls: urls(images) }),
}

/** A job instead of a task. */
export const job: Dialect = {
  isInline: false,
  submitted: (id) => ({ job_id: id, status: 'backlogged', result: null }),
  polled: (task) => ({
    job_id: task.id,
    status: wordOf(task, ['backlogged', 'sampling', 'completed', 'failed']),
    completed_at: null,
    result: task.images.length > 0 ? { urls: urls(task.images) } : null,
    ...(task.error === null ? {} : { error: task.error }),
  }),
  result: (images) => ({ status: 'completed', result: { urls: urls(images) } }),
  refused: (error) => ({
    status: error.status,
    body: { error: { type: error.code, message: error.message } },
  }),
}

/** Named after a table of a database. */
export const generations: Dialect = {
  isInline: false,
  submitted: (id) => ({ sdGenerationJob: { generationId: id, apiCreditCost: 14 } }),
  polled: (task) => ({
    generations_by_pk: {
      generated_images: task.images.map(({ url, id }) => ({ url, nsfw: false, id })),
      status: wordOf(task, ['PENDING', 'PENDING', 'COMPLETE', 'FAILED']),
      id: task.id,
    },
  }),
  result: (images) => ({ generated_images: images.map(({ url }) => ({ url, nsfw: false })) }),
  refused: (error) => ({
    status: error.status,
    body: { error: error.message, path: '$', code: 'unexpected' },
  }),
}

/** A sample, or several. */
export const sample: Dialect = {
  ...asked,
  submitted: (id) => ({ id, polling_url: `/api/v1/images/tasks/${id}`, cost: 4 }),
  polled: (task) => ({
    id: task.id,
    status: wordOf(task, ['Pending', 'Pending', 'Ready', 'Error']),
    result: task.images.length === 0 ? null : sampleOf(task.images),
    progress: null,
    details: task.error === null ? null : { error: task.error },
  }),
  result: (images) => ({ result: sampleOf(images) }),
}

const sampleOf = (images: readonly ShownImage[]) =>
  images.length === 1 ? { sample: images[0]?.url, seed: 42 } : { samples: urls(images), seed: 42 }

/** Output beside an echo of the input, and other addresses. */
export const output: Dialect = {
  isInline: false,
  submitted: (id) => ({
    id,
    input: { prompt: '' },
    error: null,
    status: 'starting',
    urls: { cancel: `/api/v1/images/tasks/${id}/cancel`, get: `/api/v1/images/tasks/${id}` },
  }),
  polled: (task) => ({
    id: task.id,
    input: { prompt: '' },
    output: task.images.length === 0 ? null : urls(task.images),
    error: task.error,
    status: wordOf(task, ['starting', 'processing', 'succeeded', 'failed']),
  }),
  result: (images) => ({ output: urls(images), error: null, status: 'succeeded' }),
  refused: ({ status, message }) => ({ status, body: { title: 'Refused', detail: message, status } }),
}
