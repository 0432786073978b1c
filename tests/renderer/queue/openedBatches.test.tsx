import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { batchSample, jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

const screenHeight = 600
const batchHeight = 60
const jobHeight = 36
const counts = { Above: 20, Below: 100 }

const jobLists = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label^="Waiting requests of"]')]

beforeEach(() => {
  setViewportWidth(1280)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(screenHeight)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(screenHeight)
  // Each opened list is as high as its style says, below its own batch and all that are above it.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const lists = jobLists()
    const at = lists.indexOf(this)
    const heights = lists.slice(0, Math.max(0, at)).map(({ style }) => Number.parseFloat(style.height))
    const batches = this.ariaLabel?.includes('Below') ? 2 : 1
    const top = at < 0 ? 0 : batches * batchHeight + heights.reduce((sum, height) => sum + height, 0)
    return new DOMRect(0, top, 300, screenHeight)
  })
})

test('the requests of an opened batch fill the screen once the batch above it is closed', async () => {
  const main = createMainStandIn()
  const batchOf = (name: keyof typeof counts) =>
    batchSample({ id: name, name, jobs: counts[name], waiting: counts[name], done: 0 })
  main.bridge.answer('queue.overview', () => overviewOf({ waiting: [batchOf('Above'), batchOf('Below')] }))
  main.bridge.answer('queue.waiting', ({ batchId, offset, limit }) => ({
    revision: 1,
    total: batchId === 'Above' ? counts.Above : counts.Below,
    rows: Array.from({ length: limit }, (_, at) =>
      jobSample({ id: `${batchId} ${offset + at}`, state: 'queued', sentAt: null, taskId: null }),
    ),
  }))
  const { user } = await renderWindow(main)
  const queue = within(screen.getByRole('region', { name: 'Queue' }))
  const press = (name: string) => user.click(queue.getByRole('button', { name }))
  const drawn = () => jobLists().at(-1)?.childElementCount ?? 0
  await press('Show the requests of Above')
  await press('Show the requests of Below')
  const needed = Math.ceil((screenHeight - 2 * batchHeight) / jobHeight)
  await waitFor(() => expect(jobLists()).toHaveLength(2))
  expect(drawn()).toBeLessThan(needed)
  await press('Hide the requests of Above')
  expect(jobLists()).toHaveLength(1)
  await waitFor(() => expect(drawn()).toBeGreaterThanOrEqual(needed))
})
