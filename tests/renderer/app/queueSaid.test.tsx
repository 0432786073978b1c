import { appError } from '@shared/errors'
import type { QueueOverview } from '@shared/model/queue'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { batchSample, finishedSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))

const said = () =>
  screen.getAllByRole('status').flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]))

/** A window whose queue is first read with `before`, and again with what `come` is given. */
async function renderQueue(before: Partial<QueueOverview> = {}) {
  const main = createMainStandIn()
  let lists = before
  let revision = 1
  main.bridge.answer('queue.overview', () => ({ ...overviewOf(lists), revision }))
  main.bridge.answer('jobs.enqueue', ({ draft }) => ({
    batchId: 'duel',
    name: draft.prompt,
    jobs: 1,
    images: 1,
  }))
  const window = await renderWindow(main)
  const come = (next: Partial<QueueOverview>) => {
    lists = next
    revision += 1
    main.bridge.emit('queue.changed', { revision })
  }
  return { ...window, come }
}

const refused = (failedAt: number) =>
  finishedSample({
    id: 'duel',
    name: 'a duel',
    failed: 1,
    failedAt,
    job: jobSample({ state: 'failed', endedAt: failedAt, error: appError('moderated') }),
  })
const words = /^“a duel” failed: Refused by the service’s safety rules/

test('a request that is refused is said, with the cause, also while the queue isn’t shown', async () => {
  const { user, come } = await renderQueue()
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  come({ finishedBatches: [refused(5_000)] })
  await waitFor(() => expect(said()).toEqual([expect.stringMatching(words)]))
})

test('what failed in an earlier run isn’t said, and what fails of one batch is said once', async () => {
  const harbour = (failed: number) => finishedSample({ id: 'h', name: 'Harbour', failed, failedAt: failed })
  const { come } = await renderQueue({ finishedBatches: [harbour(1)] })
  expect(said()).toEqual([])
  come({ finishedBatches: [harbour(2)] })
  await waitFor(() => expect(said()).toEqual(['Requests of “Harbour” failed']))
  come({ finishedBatches: [harbour(3)] })
  await screen.findByRole('tab', { name: 'Queue 3, 3 failed' })
  expect(said()).toEqual(['Requests of “Harbour” failed'])
})

test('that something needs the user is said', async () => {
  const { come } = await renderQueue()
  come({ needsYou: [uncertainJob('connectionLost')] })
  await waitFor(() => expect(said()).toEqual(['1 needs you']))
})

test('the toast of a batch that has failed says so instead of that it is queued', async () => {
  const { user, come } = await renderQueue()
  await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a duel')
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await screen.findByText('1 queued in “a duel”')
  come({ waiting: [batchSample({ id: 'duel' })], finishedBatches: [refused(5_000)] })
  await screen.findByText(words)
  expect(screen.getByText('1 queued in “a duel”')).toBeVisible()

  come({ finishedBatches: [refused(6_000)] })
  await waitFor(() => expect(screen.queryByText('1 queued in “a duel”')).toBeNull())
  expect(said()).toContainEqual(expect.stringMatching(words))
  expect(screen.queryByRole('button', { name: 'Cancel batch' })).toBeNull()
})
