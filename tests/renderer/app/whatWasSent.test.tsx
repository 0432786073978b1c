import { AppFailure, appError } from '@shared/errors'
import type { Platform } from '@shared/model/app'
import type { JobExchange } from '@shared/model/exchange'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn, type MainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(700, 600)
beforeEach(() => setViewportWidth(1280))

const body = '{"model":"m","prompt":"it\'s a fern"}'
const exchange: JobExchange = {
  mode: 'direct',
  attemptCount: 2,
  attempts: [
    { number: 2, startedAt: 2_000, outcome: 'accepted', error: null },
    { number: 1, startedAt: 1_000, outcome: 'limited', error: appError('rateLimited') },
  ],
  number: 2,
  request: {
    method: 'POST',
    url: 'https://api.example/v1/images/generations',
    headers: { authorization: 'Bearer $CYANOTYPE_API_KEY' },
    text: body,
    bytes: body.length,
    isCut: false,
  },
  answer: {
    kind: 'kept',
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{"data":[]}',
    bytes: 11,
    isCut: false,
    complete: true,
    images: 0,
    understood: [],
    meaning: { kind: 'nothing' },
  },
}

const part = (name: string) => within(screen.getByRole('region', { name }))

/** A window with this in it, and the disclosure of its one finished job opened. */
async function opened(prepare: (main: MainStandIn) => void, platform: Platform = 'linux') {
  const main = createMainStandIn({ platform })
  main.bridge.answer('jobs.exchange', () => exchange)
  main.bridge.answer('queue.overview', () =>
    overviewOf({ finished: [jobSample({ state: 'done', saved: 1, endedAt: 9_000 })] }),
  )
  prepare(main)
  const window = await renderWindow(main)
  const { user } = window
  await user.click(part('Queue').getByRole('button', { name: 'Details' }))
  expect(main.bridge.inputs('jobs.exchange')).toEqual([])
  await user.click(part('Queue').getByRole('button', { name: 'What was sent' }))
  return window
}

test('the details of a job show the request, the answer and each attempt', async () => {
  const { user, bridge } = await opened(() => {})
  const request = await screen.findByRole('region', { name: 'Request' })
  expect(request.textContent).toContain(
    `POST https://api.example/v1/images/generations\nauthorization: Bearer $CYANOTYPE_API_KEY\n\n${body}`,
  )
  const answer = part('Answer, HTTP status 200')
  expect(answer.getByText(/\{\s+"data": \[\]\s+\}/)).toBeVisible()
  expect(answer.getByText('Nothing was understood as a task or an image.')).toBeVisible()
  expect(part('2 attempts').getByRole('button', { name: /^2: .*, accepted$/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  bridge.answer('jobs.exchange', () => ({ ...exchange, number: 1, answer: { kind: 'none' } }))
  await user.click(part('2 attempts').getByRole('button', { name: /^1: .*, postponed by the service$/ }))
  await screen.findByText('No answer came.')
  expect(bridge.inputs('jobs.exchange').at(-1)).toEqual({ id: 'job1', number: 1 })
})

test('it is copied by the main process, which has all of it', async () => {
  const { user, bridge } = await opened(({ bridge }) => bridge.answer('jobs.copyExchange', () => null))
  await user.click(await screen.findByRole('button', { name: 'Copy as curl for cmd' }))
  await screen.findByRole('button', { name: 'Copied as curl for cmd' })
  await user.click(screen.getByRole('button', { name: 'Copy as JSON' }))
  await screen.findByRole('button', { name: 'Copied as JSON' })
  expect(bridge.inputs('jobs.copyExchange')).toEqual([
    { id: 'job1', number: 2, form: 'cmd' },
    { id: 'job1', number: 2, form: 'json' },
  ])
  expect(screen.getByText(/Running curl sends a new request, which may be billed/)).toBeVisible()
})

test.each([
  ['linux', ['Bash', 'PowerShell', 'cmd']],
  ['darwin', ['Bash', 'PowerShell', 'cmd']],
  ['win32', ['PowerShell', 'Bash', 'cmd']],
] as const)('on %s the shell of the system comes first, and each is named', async (platform, shells) => {
  await opened(() => {}, platform)
  const buttons = await screen.findAllByRole('button', { name: /^Copy as curl/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(
    shells.map((shell) => `Copy as curl for ${shell}`),
  )
})

test('what is cut, broken off or left out is said', async () => {
  const { answer } = exchange
  if (answer.kind !== 'kept') return expect.unreachable()
  const cut = { ...answer, isCut: true, bytes: 300_000, complete: false, images: 2 }
  await opened(({ bridge }) =>
    bridge.answer('jobs.exchange', () => ({ ...exchange, mode: 'background', answer: cut })),
  )
  await screen.findByText('Only its beginning is shown: it has 300,000 bytes. A copy has all of it.')
  expect(screen.getByText('The answer broke off here.')).toBeVisible()
  expect(screen.getByText(/^It contained 2 images/)).toBeVisible()
  expect(
    screen.getByText(
      'A later answer about the task is kept only if Cyanotype has to guess which value is the image.',
    ),
  ).toBeVisible()
})

test('an answer that comes while it is open is shown', async () => {
  const job = jobSample({ sentAt: 1_000 })
  const open: JobExchange = {
    ...exchange,
    attempts: [{ number: 1, startedAt: 1_000, outcome: null, error: null }],
    attemptCount: 1,
    number: 1,
    answer: { kind: 'none' },
  }
  const { bridge } = await opened(({ bridge }) => {
    bridge.answer('jobs.exchange', () => open)
    bridge.answer('queue.overview', () => overviewOf({ running: [job] }))
  })
  await screen.findByText('No answer has come yet.')
  bridge.answer('jobs.exchange', () => exchange)
  bridge.answer('queue.overview', () => overviewOf({ running: [{ ...job, answeredAt: 5_000 }] }))
  bridge.emit('queue.changed', { revision: 3 })
  await screen.findByRole('region', { name: 'Answer, HTTP status 200' })
})

test('a refusal to read it is told where it would be', async () => {
  await opened(({ bridge }) =>
    bridge.answer('jobs.exchange', () => {
      throw new AppFailure(appError('storageUnwritable'))
    }),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Request' })).toBeNull())
  await screen.findByText(/can’t be saved/)
})

test('the details of an image whose job is gone say so', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 1)
  const { user } = await renderWindow(main)
  await user.click(await screen.findByRole('option', { name: /^chair 1/ }))
  await user.keyboard('i')
  await user.click(await screen.findByRole('button', { name: 'What was sent' }))
  await screen.findByText('What was sent is no longer kept.')
  expect(main.bridge.inputs('jobs.exchange')).toHaveLength(1)
})
