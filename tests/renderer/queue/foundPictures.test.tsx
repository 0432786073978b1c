import { appError } from '@shared/errors'
import type { FoundPicture } from '@shared/model/foundPicture'
import type { Job } from '@shared/model/job'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))

const pictures: FoundPicture[] = [
  { position: 0, host: 'files.example', preview: { id: 'p0', width: 1024, height: 768 } },
  { position: 3, host: null, preview: null },
]
const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const found = () => within(queue().getByRole('list', { name: 'Found in the answer' }))

async function show(job: Job) {
  const main = createMainStandIn()
  main.bridge.answer('queue.overview', () => overviewOf({ needsYou: [job] }))
  main.bridge.answer('found.list', () => pictures)
  main.bridge.answer('found.answer', () => null)
  const window = await renderWindow(main)
  return { ...window, answers: () => main.bridge.inputs('found.answer') }
}

test('a row that asks shows each picture, and takes the answer', async () => {
  const attention = appError('imageFound', { retry: 'free' })
  const { user, answers } = await show(jobSample({ attention, found: 2, actions: ['stopWaiting'] }))
  expect(await queue().findByText('Found in the answer: is this it?')).toBeVisible()
  expect(await found().findByText('files.example')).toBeVisible()
  expect(found().getByText('1,024 × 768')).toBeVisible()
  expect(found().getByText('In the answer itself')).toBeVisible()
  await user.click(found().getByRole('button', { name: /^No, found image 2/ }))
  await user.click(found().getByRole('button', { name: /^Yes, found image 1/ }))
  expect(answers()).toEqual([
    { id: 'job1', position: 3, isImage: false },
    { id: 'job1', position: 0, isImage: true },
  ])
})

test('what an answer left that can’t be read stands under Details', async () => {
  const { user } = await show({ ...uncertainJob('answerEmpty', {}), found: 2 })
  expect(queue().queryByRole('list', { name: 'Found in the answer' })).toBeNull()
  await user.click(queue().getByRole('button', { name: /^More for/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Details' }))
  expect(await queue().findByText('Found in the answer: is this it?')).toBeVisible()
  expect(await found().findByText('files.example')).toBeVisible()
})

test('a picture is answered in its large view, and its opener has the focus after that', async () => {
  const attention = appError('imageFound', { retry: 'free' })
  const { user, answers } = await show(jobSample({ attention, found: 2, actions: ['stopWaiting'] }))
  const open = await found().findByRole('button', { name: 'Look at found image 1' })
  await user.click(open)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(open).toHaveFocus()
  await user.click(open)
  const look = within(screen.getByRole('dialog', { name: 'Found image 1' }))
  await user.click(look.getByRole('button', { name: /^Yes, found image 1/ }))
  expect(answers()).toEqual([{ id: 'job1', position: 0, isImage: true }])
})

test.each(['taskAskedElsewhere', 'imageFound'] as const)(
  'of a task with %s the service is asked again',
  async (code) => {
    await show(
      jobSample({
        state: 'running',
        attention: appError(code, { params: { origin: 'https://b.test' } }),
        actions: ['retryDownload'],
      }),
    )
    expect(await queue().findByRole('button', { name: 'Ask the service again' })).toBeVisible()
  },
)

test('a row without a task or an image says that either can be pointed at', async () => {
  await show(uncertainJob('answerEmpty', {}))
  expect(await queue().findByText(/^If an image or a task id is in it after all, press that/)).toBeVisible()
})
