import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { donePart } from '../../../renderer/features/queue/batchWords'
import { jobFact } from '../../../renderer/features/queue/jobFact'
import { batchSample, jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

// Those that another file has loaded would stay as they are.
vi.hoisted(() => vi.resetModules())

// Each time a row is drawn, its job is worded once.
vi.mock('../../../renderer/features/queue/jobFact', async (original) => {
  const module = await original<typeof import('../../../renderer/features/queue/jobFact')>()
  return { ...module, jobFact: vi.fn(module.jobFact) }
})

// Each time a waiting batch is drawn, the progress of it is counted once.
vi.mock('../../../renderer/features/queue/batchWords', async (original) => {
  const module = await original<typeof import('../../../renderer/features/queue/batchWords')>()
  return { ...module, donePart: vi.fn(module.donePart) }
})

test('redraws only the row whose progress changed', async () => {
  setViewportWidth(1280)
  let progress = 10
  const main = createMainStandIn()
  main.bridge.answer('queue.overview', () =>
    overviewOf({
      running: [
        jobSample({ id: 'a', batchId: 'a', progress }),
        jobSample({ id: 'b', batchId: 'b', progress: 50 }),
      ],
      finished: [jobSample({ id: 'c', state: 'done', saved: 1 })],
    }),
  )
  await renderWindow(main)
  expect(screen.getByText(/^10 %/)).toBeVisible()
  vi.mocked(jobFact).mockClear()
  progress = 11
  main.bridge.emit('queue.changed', { revision: 2 })
  await waitFor(() => expect(screen.getByText(/^11 %/)).toBeVisible())
  expect(vi.mocked(jobFact).mock.calls.map(([job]) => job.id)).toEqual(['a'])
})

test('redraws only the waiting batch that changed', async () => {
  setViewportWidth(1280)
  let done = 3
  const main = createMainStandIn()
  main.bridge.answer('queue.overview', () =>
    overviewOf({
      waiting: [
        batchSample({ id: 'a', jobs: 40, done }),
        batchSample({ id: 'b', name: 'Lamps', jobs: 40, done: 3 }),
      ],
    }),
  )
  await renderWindow(main)
  vi.mocked(donePart).mockClear()
  done = 4
  main.bridge.emit('queue.changed', { revision: 2 })
  await waitFor(() => expect(donePart).toHaveBeenCalled())
  expect(vi.mocked(donePart).mock.calls.map(([batch]) => batch)).toMatchObject([{ id: 'a', done: 4 }])
})
