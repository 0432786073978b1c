import { AppFailure, appError } from '@shared/errors'
import type { JobExchange, KeptAnswer } from '@shared/model/exchange'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(700, 600)
beforeEach(() => setViewportWidth(1280))

const text = '{"job":{"ref":"tsk_7","phase":"finished","left":2,"ok":true},"where":["https://c.test/0.png"]}'
const marked = (role: 'taskId' | 'status', value: string) => {
  const start = text.indexOf(`"${value}"`)
  return { role, start, end: start + value.length + 2 }
}
const answer: KeptAnswer = {
  kind: 'kept',
  status: 200,
  headers: {},
  text,
  bytes: text.length,
  isCut: false,
  complete: true,
  images: 0,
  understood: [marked('taskId', 'tsk_7'), marked('status', 'finished')],
  meaning: { kind: 'task', taskId: 'tsk_7', askAt: 'https://h.test/images/tasks/tsk_7', images: 0 },
}
const exchange: JobExchange = {
  mode: 'background',
  attemptCount: 1,
  attempts: [{ number: 1, startedAt: 1_000, outcome: 'accepted', error: null }],
  number: 1,
  request: { method: 'POST', url: 'https://h.test/', headers: {}, text: '{}', bytes: 2, isCut: false },
  answer,
}

/** A window in which the answer of its one job is shown. */
async function shown(changed: Partial<KeptAnswer> = {}, polled?: KeptAnswer) {
  const main = createMainStandIn()
  main.bridge.answer('jobs.exchange', () => ({
    ...exchange,
    answer: { ...answer, ...changed },
    ...(polled === undefined ? {} : { polled }),
  }))
  main.bridge.answer('jobs.teach', () => null)
  main.bridge.answer('queue.overview', () =>
    overviewOf({ finished: [jobSample({ state: 'done', saved: 1, endedAt: 9_000 })] }),
  )
  const window = await renderWindow(main)
  const { user } = window
  const queue = within(screen.getByRole('region', { name: 'Queue' }))
  await user.click(queue.getByRole('button', { name: 'Details' }))
  await user.click(queue.getByRole('button', { name: 'What was sent' }))
  const region = within(await screen.findByRole('region', { name: 'Answer, HTTP status 200' }))
  return { ...window, region, value: (name: string) => region.getByRole('button', { name }) }
}

test('what was understood is marked by a word each, and said in a sentence', async () => {
  const { region, value } = await shown()
  expect(value('"tsk_7" task id')).toBeVisible()
  expect(value('"finished" state')).toBeVisible()
  expect(value('"https://c.test/0.png"')).toBeVisible()
  const legend = within(region.getByRole('list', { name: 'Marked in the answer' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'task idnames the task',
    'statehow far the request is',
  ])
  expect(
    region.getByText(
      'The service accepted a task: tsk_7. Cyanotype asks for it at https://h.test/images/tasks/tsk_7.',
    ),
  ).toBeVisible()
})

test.each([
  [{ kind: 'images', images: 2 }, 'It contains 2 images.'],
  [{ kind: 'found', images: 1 }, '1 value may be the image, though the answer doesn’t say so.'],
  [{ kind: 'refusal' }, 'The service refused the request or reported an error.'],
  [{ kind: 'nothing' }, 'Nothing was understood as a task or an image.'],
  [
    { ...answer.meaning, kind: 'task', taskId: 't', askAt: '/t', images: 1 },
    /at \/t\. 1 image came with it\.$/,
  ],
] as const)('an answer that means %j says so', async (meaning, words) => {
  const { region } = await shown({ meaning, understood: [] })
  expect(region.getByText(words)).toBeVisible()
  expect(region.queryByRole('list')).toBeNull()
})

test('Tab leads to the first mark, and the arrow keys to its neighbours', async () => {
  const { user, value, region } = await shown()
  expect(region.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([
    value('"tsk_7" task id'),
  ])
  value('"tsk_7" task id').focus()
  await user.keyboard('{ArrowRight}')
  expect(value('"finished" state')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(value('2')).toHaveFocus()
  await user.keyboard('{End}')
  expect(value('"https://c.test/0.png"')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(value('"https://c.test/0.png"')).toHaveFocus()
  await user.keyboard('{Home}{ArrowLeft}')
  expect(value('"tsk_7" task id')).toHaveFocus()
  expect(value('"tsk_7" task id').tabIndex).toBe(0)
})

test('Enter on a value offers what it may be, and what is chosen is taught', async () => {
  const { user, bridge, value } = await shown()
  value('"tsk_7" task id').focus()
  await user.keyboard('{End}{Enter}')
  const menu = within(await screen.findByRole('menu', { name: 'What is this?' }))
  expect(menu.getByText('where[0], not read yet')).toBeVisible()
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'This is the image',
    'This is the task id',
    'This is the task address',
  ])
  const reads = bridge.inputs('jobs.exchange').length
  await user.click(menu.getByRole('menuitem', { name: 'This is the image' }))
  await screen.findByText(/^Cyanotype fetches the image from there and remembers the place/)
  expect(bridge.inputs('jobs.teach')).toEqual([
    { id: 'job1', number: 1, polled: false, path: ['where', 0], role: 'image' },
  ])
  expect(bridge.inputs('jobs.exchange')).toHaveLength(reads + 1)
})

test('a press of the pointer offers the same, and a refusal is told', async () => {
  const { user, bridge, value } = await shown()
  bridge.answer('jobs.teach', () => {
    throw new AppFailure(appError('notAllowed'))
  })
  await user.click(value('"finished" state'))
  const menu = within(await screen.findByRole('menu', { name: 'What is this?' }))
  expect(menu.getByText('job.phase, state')).toBeVisible()
  await user.click(menu.getByRole('menuitem', { name: 'This is the task address' }))
  await screen.findByText('This isn’t allowed here. Nothing was done.')
  expect(value('"finished" state')).toHaveFocus()
})

test('an answer about the task that is kept is marked below the first, and taught as what it is', async () => {
  const polled: KeptAnswer = {
    ...answer,
    text: '{"state":"done","where":["https://c.test/9.png"]}',
    understood: [],
    meaning: { kind: 'found', images: 1 },
  }
  const { user, bridge } = await shown({}, polled)
  const region = within(screen.getByRole('region', { name: 'Answer about the task, HTTP status 200' }))
  expect(region.getByText('1 value may be the image, though the answer doesn’t say so.')).toBeVisible()
  await user.click(region.getByRole('button', { name: '"https://c.test/9.png"' }))
  await user.click(await screen.findByRole('menuitem', { name: 'This is the image' }))
  await screen.findByText(/^Cyanotype fetches the image from there/)
  expect(bridge.inputs('jobs.teach')).toEqual([
    { id: 'job1', number: 1, polled: true, path: ['where', 0], role: 'image' },
  ])
  expect(screen.getByText('Other answers about the task aren’t kept.')).toBeVisible()
  expect(screen.queryByText(/^A later answer about the task is kept only/)).toBeNull()
})

test('where none is kept about the task, it is said when one is', async () => {
  await shown()
  expect(screen.queryByRole('region', { name: /^Answer about the task/ })).toBeNull()
  expect(screen.getByText(/^A later answer about the task is kept only if/)).toBeVisible()
})
