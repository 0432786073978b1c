import { type Dialect, refusalOf, urls, wordOf } from './dialect'

const envelopeCodes = { credit: -2, limit: -3, moderation: -4, failure: 500, other: -1 } as const

/** An envelope of code, message and data, in which refusals come too. */
export const envelope: Dialect = {
  isInline: false,
  submitted: (id) => ({ code: 0, message: 'ok', data: { task_id: id } }),
  polled: (task) => ({
    code: 0,
    message: 'ok',
    data: {
      task_id: task.id,
      status: wordOf(task, ['pending', 'running', 'success', 'failed']),
      result: task.images.length === 0 ? null : task.images.map(({ url }) => ({ image: url })),
      status_reason: { message: task.error ?? '' },
    },
  }),
  result: (images) => ({ code: 0, message: 'ok', data: images.map(({ url }) => ({ image: url })) }),
  refused: (error) => ({
    status: 200,
    body: { code: envelopeCodes[refusalOf(error)], message: error.message, data: null },
  }),
}

const loneCodes = {
  credit: 'quota_not_enough',
  limit: 'too_many_requests',
  moderation: 'prompt_blocked',
  failure: 'fail_to_fetch_task',
  other: 'invalid_request',
} as const

/** The data is the id itself; states in upper case. */
export const lone: Dialect = {
  isInline: false,
  submitted: (id) => ({ code: 'success', message: '', data: id }),
  polled: (task) => ({
    code: 'success',
    message: '',
    data: {
      task_id: task.id,
      status: wordOf(task, ['SUBMITTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']),
      progress: `${task.progress}%`,
      fail_reason: task.error ?? '',
      data: task.images.length === 0 ? null : { data: task.images.map(({ url }) => ({ url })) },
    },
  }),
  result: (images) => ({ code: 'success', data: { data: images.map(({ url }) => ({ url })) } }),
  refused: (error) => ({
    status: error.status,
    body: { code: loneCodes[refusalOf(error)], message: error.message, data: null },
  }),
}

/** The result is JSON in a string; refusals come with HTTP 200 and their status inside. */
export const inString: Dialect = {
  isInline: false,
  submitted: (id) => ({ code: 200, msg: 'success', data: { taskId: id, recordId: id } }),
  polled: (task) => ({
    code: 200,
    msg: 'success',
    data: {
      taskId: task.id,
      state: wordOf(task, ['waiting', 'generating', 'success', 'fail']),
      resultJson: task.images.length === 0 ? '' : JSON.stringify({ resultUrls: urls(task.images) }),
      failCode: task.error === null ? null : '500',
      failMsg: task.error,
    },
  }),
  result: (images) => ({
    code: 200,
    msg: 'success',
    data: { resultJson: JSON.stringify({ resultUrls: urls(images) }) },
  }),
  refused: ({ status, message }) => ({ status: 200, body: { code: status, msg: message, data: null } }),
}

const upperCodes = {
  credit: 'BILLING_BALANCE_NOT_ENOUGH',
  limit: 'RATE_LIMIT_EXCEEDED',
  moderation: 'ILLEGAL_PROMPT',
  failure: 'INTERNAL',
  other: 'INVALID_REQUEST',
} as const

/** Long words in upper case, and images beside the task. */
export const upper: Dialect = {
  isInline: false,
  submitted: (id) => ({ task: { task_id: id, status: 'TASK_STATUS_QUEUED' } }),
  polled: (task) => ({
    task: {
      task_id: task.id,
      status: wordOf(task, [
        'TASK_STATUS_QUEUED',
        'TASK_STATUS_PROCESSING',
        'TASK_STATUS_SUCCEED',
        'TASK_STATUS_FAILED',
      ]),
      reason: task.error ?? '',
      progress_percent: task.progress,
    },
    images: task.images.map(({ url }) => ({ image_url: url, image_url_ttl: '3600', image_type: 'png' })),
  }),
  result: (images) => ({ images: images.map(({ url }) => ({ image_url: url })), task: { task_id: '' } }),
  refused: (error) => ({
    status: error.status,
    body: { code: error.status, reason: upperCodes[refusalOf(error)], message: error.message, metadata: {} },
  }),
}

const submitCodes = { credit: 4, limit: 23, moderation: 24, failure: 9, other: 4 } as const

/** Codes of its own for requests, in Chinese where they succeed. */
export const imagine: Dialect = {
  isInline: false,
  submitted: (id) => ({ code: 1, description: '提交成功', result: id, properties: {} }),
  polled: (task) => ({
    id: task.id,
    action: 'IMAGINE',
    status: wordOf(task, ['NOT_START', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']),
    progress: `${task.progress}%`,
    failReason: task.error,
    ...(task.images.length === 1
      ? { imageUrl: task.images[0]?.url }
      : { imageUrl: null, imageUrls: task.images.map(({ url }) => ({ url })) }),
  }),
  result: (images) => ({ code: 1, description: '成功', imageUrls: images.map(({ url }) => ({ url })) }),
  refused: (error) => ({
    status: error.status >= 500 ? error.status : 200,
    body: { code: submitCodes[refusalOf(error)], description: error.message, result: null, properties: {} },
  }),
}
