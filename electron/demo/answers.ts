import { moderated } from './apiError'
import type { Pictures } from './pictures'
import { type ItemStatus, isRefused, itemStatus, type Task, taskProgress, taskStatus } from './task'

/** The absolute URL of an image, valid from now on. */
export type UrlOf = (task: Task, index: number) => string

const created = (task: Task): number => Math.floor(task.createdAt / 1000)
const indices = (task: Task): number[] => Array.from({ length: task.n }, (_, index) => index)

/** 2.3 of the interface, as asynchronous submit answers it. */
export const submitForm = (task: Task) => ({
  created: created(task),
  task_id: task.id,
  status: 'pending',
  data: indices(task).map(() => ({ url: null, status: 'pending' })),
})

/** 2.3, as polling answers it. A failed item gives its reason in its own member; the document shows nothing there. */
export function pollForm(task: Task, now: number, pictures: Pictures, urlOf: UrlOf) {
  const statuses = indices(task).map((index) => itemStatus(task, index, now, pictures.isDrawn(task, index)))
  const status = taskStatus(statuses)
  const { message, code } = task.fails ? failed : moderated
  const error = { message, code }
  const item = (itemState: ItemStatus, index: number) => {
    if (itemState === 'completed')
      return {
        url: urlOf(task, index),
        revised_prompt: pictures.revisedPrompt(task, index),
        status: itemState,
      }
    return { url: null, status: itemState, ...(itemState === 'failed' && { error }) }
  }
  return {
    created: created(task),
    task_id: task.id,
    status,
    progress: taskProgress(task, status, now),
    data: statuses.map(item),
    error: status === 'failed' ? error : null,
  }
}

/** 2.2: the finished result, with the images that weren't refused. */
export const resultForm = (task: Task, pictures: Pictures, urlOf: UrlOf) => ({
  created: created(task),
  data: indices(task)
    .filter((index) => !isRefused(task, index))
    .map((index) => ({ url: urlOf(task, index), revised_prompt: pictures.revisedPrompt(task, index) })),
})

/** The error of a task that was made to fail. */
export const failed = { status: 500, message: 'The generation failed.', code: 'generation_failed' }
