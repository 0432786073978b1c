import { appError, type ErrorCode } from '@shared/errors'
import type { Job } from '@shared/model/job'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))

/** Chooses from the row's menu. */
async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(queue().getByRole('button', { name: /^More for/ }))
  await user.click(screen.getByRole('menuitem', { name }))
}

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
    expect(queue().queryByText(/No answer/)).toBeNull()
    expect(queue().getByText(/It may be billed\./)).toBeVisible()
  })

  test('says that text came if it did, and shows it under Details', async () => {
    const words = 'OK'
    const error = { ...appError('answerText'), detail: { status: 200, words } }
    const { user } = await show('answerText', { error })
    expect(queue().getByText(/text that isn’t JSON/)).toBeVisible()
    await choose(user, 'Details')
    expect(queue().getByText('OK')).toBeVisible()
  })

  test('shows under Details how long it waited, to at least a second', async () => {
    const { user } = await show('answerTimeout', { answeredAt: sentAt + 400 })
    await choose(user, 'Details')
    const waited = queue().getByText('Waited for an answer').nextElementSibling
    expect(waited?.textContent).toBe('1 s')
  })

  test('leads to the service’s page only if the connection has one', async () => {
    const { user } = await show('serviceUnclear', { actions: ['sendAgain', 'settle', 'openServicePage'] })
    expect(queue().getByText(/It may be billed\./)).toBeVisible()
    expect(queue().queryByText(/service’s page/)).toBeNull()
    await user.click(queue().getByRole('button', { name: /^More for/ }))
    expect(screen.getByRole('menuitem', { name: 'Open the service’s page' })).toBeVisible()
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
