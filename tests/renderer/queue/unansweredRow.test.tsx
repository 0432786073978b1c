import { appError, type ErrorCode } from '@shared/errors'
import type { Job } from '@shared/model/job'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))
afterEach(cleanup)

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const sentAt = new Date(2024, 4, 4, 10, 42).getTime()

async function show(code: ErrorCode, rest: Partial<Job> = {}) {
  const main = createMainStandIn()
  const { request: _, ...given } = rest
  const job = uncertainJob(code, { sentAt, actions: ['sendAgain', 'settle'], ...given })
  main.bridge.answer('queue.overview', () => overviewOf({ needsYou: [job] }))
  return renderWindow(main)
}

describe('a request without a readable answer', () => {
  test('says that Cyanotype quit first if that is the reason', async () => {
    await show('interrupted')
    expect(queue().getByText(/^Cyanotype quit first/)).toBeVisible()
    expect(queue().queryByText(/No answer came/)).toBeNull()
    expect(queue().getByText(/It may be billed/)).toBeVisible()
  })

  test('says that text came if it did, and shows it under Details', async () => {
    const words = 'OK'
    const error = { ...appError('answerText'), detail: { status: 200, words } }
    const { user } = await show('answerText', { error })
    expect(queue().getByText(/text that isn’t JSON/)).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'Details' }))
    expect(queue().getByText('OK')).toBeVisible()
  })

  test('gives the same waiting time in the row and under Details', async () => {
    const { user } = await show('answerTimeout', { answeredAt: sentAt + 400 })
    expect(queue().getByText(/waited 1 s/)).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'Details' }))
    const waited = queue().getByText('Waited for an answer').nextElementSibling
    expect(waited?.textContent).toBe('1 s')
  })

  test.each(['answerHtml', 'answerUnreadable', 'serviceUnclear'] as const)(
    'advises checking the service’s page after %s only if there is one',
    async (code) => {
      await show(code)
      expect(queue().queryByText(/service’s page/)).toBeNull()
      expect(queue().getByText(/It may be billed/)).toBeVisible()
    },
  )

  test('advises checking the service’s page if the connection has one', async () => {
    await show('serviceUnclear', { actions: ['sendAgain', 'settle', 'openServicePage'] })
    expect(queue().getByText(/Check the service’s page/)).toBeVisible()
    expect(queue().getByRole('button', { name: 'Open the service’s page' })).toBeVisible()
  })

  test.each([
    ['https://aurora.example/billing', /Add credit on the service’s page/],
    ['', /Add credit at the service/],
  ])('with a service page at “%s” says where credit is added', async (pageUrl, advice) => {
    const hold = { error: appError('creditExhausted'), since: 1, polls: false }
    await renderWindow(createMainStandIn({ connections: [{ ...serviceConnection, pageUrl, hold }] }))
    expect(screen.getByText(advice)).toBeVisible()
  })
})
