import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { jobFact } from '../../../renderer/features/queue/jobFact'
import { jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

// Each time a row is drawn, its job is worded once.
vi.mock('../../../renderer/features/queue/jobFact', async (original) => {
  const module = await original<typeof import('../../../renderer/features/queue/jobFact')>()
  return { ...module, jobFact: vi.fn(module.jobFact) }
})

afterEach(() => {
  cleanup()
  setViewportWidth(1024)
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
