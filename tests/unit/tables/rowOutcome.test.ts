import { type AppError, appError } from '@shared/errors'
import type { ItemState } from '@shared/model/job'
import { describe, expect, test } from 'vitest'
import {
  loadWrittenWords,
  type RowItem,
  type RowJob,
  rowOutcome,
} from '../../../electron/core/tables/writing/rowOutcome'

const { status } = await loadWrittenWords()

const item = (state: ItemState, rest: Partial<RowItem> = {}): RowItem => ({
  state,
  revisedPrompt: null,
  imageId: null,
  error: null,
  ...rest,
})

const job = (state: RowJob['state'], items: readonly RowItem[], rest: Partial<RowJob> = {}): RowJob => ({
  state,
  taskId: null,
  error: null,
  attention: null,
  retried: false,
  items,
  ...rest,
})

const outcome = (...jobs: readonly RowJob[]) =>
  rowOutcome(jobs, { path: (id) => `/${id}.png`, error: ({ code }: AppError) => code, status })

const saved = item('saved')
const pending = item('pending')

describe('the status of a row', () => {
  test.each([
    ['done', job('done', [saved])],
    ['failed', job('failed', [item('failed')])],
    ['failed', job('done', [item('expired')])],
    ['failed', job('running', [item('failed')])],
    ['cancelled', job('cancelled', [item('abandoned')])],
    ['waiting', job('queued', [pending])],
    ['running', job('sending', [pending])],
    ['running', job('running', [pending])],
    ['running', job('saving', [item('ready')])],
    ['needs you', job('uncertain', [pending])],
    ['needs you', job('running', [pending], { attention: appError('taskUnknown') })],
  ])('is %s', (status, one) => {
    expect(outcome(one).status).toBe(status)
  })

  test('of a row without a job is not queued', () => {
    expect(outcome()).toEqual({ status: 'not queued', file: '', revised_prompt: '', error: '', task_id: '' })
  })

  test('of several images is one word if they are the same, else a sum', () => {
    expect(outcome(job('done', [saved, saved]), job('done', [saved])).status).toBe('done')
    expect(outcome(job('done', [saved, saved, item('failed'), saved])).status).toBe('3 of 4 done, 1 failed')
    expect(outcome(job('queued', [pending]), job('running', [pending])).status).toBe(
      '0 of 2 done, 1 running, 1 waiting',
    )
  })

  test('counts retried work with the job that retries it', () => {
    const retried = job('done', [saved, item('failed', { error: appError('moderated') })], {
      retried: true,
      error: appError('itemMissing'),
      taskId: 't1',
    })
    const failed = job('failed', [item('abandoned')], { retried: true, error: appError('interrupted') })
    expect(outcome(retried, job('done', [saved], { taskId: 't2' }))).toMatchObject({
      status: 'done',
      error: '',
      task_id: 't1 | t2',
    })
    expect(outcome(failed, job('running', [pending]))).toMatchObject({ status: 'running', error: '' })
  })
})

describe('the other results of a row', () => {
  test('list each file, and each other word once', () => {
    const images = ['a', 'b', 'c'].map((imageId) => item('saved', { imageId, revisedPrompt: 'a red chair' }))
    const failed = item('failed', { error: appError('moderated') })
    expect(
      outcome(
        job('done', [...images, failed], { taskId: 't1' }),
        job('failed', [failed], { taskId: 't2', error: appError('moderated') }),
      ),
    ).toEqual({
      status: '3 of 5 done, 2 failed',
      file: '/a.png | /b.png | /c.png',
      revised_prompt: 'a red chair',
      error: 'moderated',
      task_id: 't1 | t2',
    })
  })
})
