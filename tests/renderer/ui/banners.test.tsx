import { AppFailure, appError } from '@shared/errors'
import type { QueueOverview } from '@shared/model/queue'
import { errors } from '@shared/text/errors'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  createMainStandIn,
  demoConnection,
  emptyOverview,
  serviceConnection,
} from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

function show(overview: Partial<QueueOverview>) {
  const main = createMainStandIn({ connections: [serviceConnection, demoConnection] })
  let shown: QueueOverview = { ...emptyOverview, ...overview }
  main.bridge.answer('queue.overview', () => shown)
  for (const route of [
    'queue.tryNow',
    'queue.answer',
    'connections.resume',
    'connections.sendAnyway',
  ] as const)
    main.bridge.answer(route, () => null)
  return {
    main,
    change(next: Partial<QueueOverview>) {
      shown = { ...emptyOverview, ...next }
      act(() => main.bridge.emit('queue.changed', { revision: 2 }))
    },
  }
}

const refused = appError('connectionRefused', { retry: 'free', detail: { cause: 'ECONNREFUSED' } })
const lines = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const banner = (text: string) => lines().filter((line) => line?.includes(text))

describe('services that can’t be reached', () => {
  test('one is a line with its name and cause, until it is back', async () => {
    const { main, change } = show({ unreached: [{ connectionId: 'aurora', error: refused }] })
    const { bridge, user } = await renderWindow(main)
    expect(banner(`Aurora: ${errors.connectionRefused.cause}`)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    expect(bridge.inputs('queue.tryNow')).toEqual([null])
    change({})
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull())
  })

  test('a removed one is called removed, alone and among several', async () => {
    const gone = { connectionId: 'gone', error: refused }
    const { main, change } = show({ unreached: [gone] })
    await renderWindow(main)
    expect(banner(`A removed connection: ${errors.connectionRefused.cause}`)).toHaveLength(1)
    change({ unreached: [{ connectionId: 'aurora', error: refused }, gone] })
    await waitFor(() =>
      expect(banner('2 services can’t be reached: Aurora and a removed connection.')).toHaveLength(1),
    )
  })

  test.each([
    'hostNotFound',
    'connectionRefused',
    'hostUnreachable',
    'connectTimeout',
    'tlsFailed',
    'proxyRefused',
  ] as const)('%s doesn’t claim that nothing was sent: other requests may be running there', async (code) => {
    await renderWindow(show({ unreached: [{ connectionId: 'aurora', error: appError(code) }] }).main)
    expect(banner('Cyanotype retries automatically.')).toHaveLength(1)
    expect(banner('nothing was sent')).toEqual([])
  })

  test('several are one line', async () => {
    const unreached = [
      { connectionId: 'aurora', error: refused },
      { connectionId: 'demo', error: appError('hostNotFound') },
    ]
    await renderWindow(show({ unreached }).main)
    expect(screen.getAllByRole('button', { name: 'Try now' })).toHaveLength(1)
    expect(banner('2 services can’t be reached: Aurora and Demo.')).toHaveLength(1)
  })

  test('are the network’s fault if there is none, and are retried as soon as it is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const unreached = [{ connectionId: 'aurora', error: refused }]
    const { bridge } = await renderWindow(show({ unreached }).main)
    expect(banner(errors.offline.cause)).toHaveLength(1)
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(bridge.inputs('queue.tryNow')).toEqual([null])
    expect(banner('Aurora: ')).toHaveLength(1)
  })

  test('are not reported with the network away if nothing waits', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderWindow(show({}).main)
    expect(banner(errors.offline.cause)).toEqual([])
  })
})

describe('requests that have waited for a long time', () => {
  const cost = { requests: 37, credits: 74, unpriced: 0, atLeast: false }
  const question = {
    costs: [{ connectionId: 'aurora', cost }],
    since: Date.UTC(2026, 2, 1, 12),
    keptWaiting: false,
  }

  test('are asked about with their number and cost, and sent after consent', async () => {
    const { bridge, user } = await renderWindow(show({ question }).main)
    expect(banner('37 requests have been waiting a long time, the oldest since Mar 1')).toHaveLength(1)
    expect(banner('Aurora: about 74 credits.')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Send them' }))
    expect(bridge.inputs('queue.answer')).toEqual([{ send: true }])
  })

  test('may keep waiting, and still be sent later', async () => {
    const { main, change } = show({ question })
    const { bridge, user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Keep waiting' }))
    change({ question: { ...question, keptWaiting: true } })
    await waitFor(() => expect(banner('37 requests wait until you send them.')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Keep waiting' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send them' }))
    expect(bridge.inputs('queue.answer')).toEqual([{ send: false }, { send: true }])
  })
})

describe('a service that asked for quiet', () => {
  test('for hours is shown with its end, and the user may retry earlier', async () => {
    const quiet = [{ connectionId: 'aurora', until: Date.now() + 7_200_000 }]
    const { bridge, user } = await renderWindow(show({ quiet }).main)
    expect(banner(`Aurora: ${errors.rateLimited.cause} Sending resumes automatically on`)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(bridge.inputs('connections.resume')).toEqual([{ id: 'aurora' }])
  })

  test('for a moment is not shown', async () => {
    await renderWindow(show({ quiet: [{ connectionId: 'aurora', until: Date.now() + 60_000 }] }).main)
    expect(banner('Aurora: ')).toEqual([])
  })

  test('has the queue read again once its time has come', async () => {
    const gate = { kind: 'resting', until: Date.now() + 50 } as const
    const { main } = show({ gates: [{ connectionId: 'aurora', gate }] })
    const { bridge } = await renderWindow(main)
    await waitFor(() => expect(bridge.inputs('queue.overview').length).toBeGreaterThan(1))
  })
})

describe('images that are paid for and not on disk', () => {
  const undelivered = { connectionId: 'aurora', images: 100, megabytes: 412, sendsAnyway: false }

  test('are reported with their number, and can be given up', async () => {
    const { main } = show({ undelivered: [undelivered] })
    main.bridge.answer('jobs.act', () => ({ done: 97, press: null }))
    const { bridge, user } = await renderWindow(main)
    expect(
      banner('Images from Aurora paid for but not on disk yet: 100, about 412 MB. Nothing more is sent'),
    ).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Give up on these images' }))
    expect(bridge.inputs('jobs.act')).toEqual([
      { ids: [], sets: [{ set: 'undelivered', connectionId: 'aurora' }], action: 'giveUp' },
    ])
    expect(await screen.findByText('97 requests no longer wait for their images')).toBeVisible()
  })

  test('no longer hold requests once the user allows it, which stays visible', async () => {
    const { main, change } = show({ undelivered: [undelivered] })
    const { bridge, user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Send anyway' }))
    expect(bridge.inputs('connections.sendAnyway')).toEqual([{ id: 'aurora' }])
    change({ undelivered: [{ ...undelivered, sendsAnyway: true }] })
    await waitFor(() => expect(banner('As you chose, requests are sent anyway')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Give up on these images' })).toBeVisible()
  })
})

describe('the focus', () => {
  const since = new Date(2026, 2, 1, 9).getTime()
  const question = { costs: [], since, keptWaiting: false }

  test('goes to the other button of a banner when the pressed one goes away', async () => {
    const { main, change } = show({ question })
    const { user } = await renderWindow(main)
    await user.click(await screen.findByRole('button', { name: 'Keep waiting' }))
    change({ question: { ...question, keptWaiting: true } })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep waiting' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Send/))
  })

  test('goes back to where it was when the banner goes away', async () => {
    const { main, change } = show({ question: { ...question, keptWaiting: true } })
    const { user } = await renderWindow(main)
    screen.getByRole('button', { name: 'Settings' }).focus()
    await user.tab({ shift: true })
    await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    change({})
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Settings'))
  })
})

describe('banners', () => {
  const unreached = [{ connectionId: 'aurora', error: refused }]
  const since = new Date(2026, 2, 1, 9).getTime()
  const question = { costs: [], since, keptWaiting: true }
  const header = () => within(screen.getByRole('banner'))
  const all = () => header().queryByRole('button', { name: '1 more notice' })

  test('stand in the header, so that nothing below moves when they come and go', async () => {
    const { main, change } = show({ unreached })
    await renderWindow(main)
    expect(header().getByText(`Aurora: ${errors.connectionRefused.cause}`)).toBeVisible()
    expect(screen.getByRole('main').previousElementSibling?.children).toHaveLength(1)
    change({})
    await waitFor(() => expect(header().getAllByRole('button')).toHaveLength(1))
  })

  test('are shown in full on request, until Escape, a press elsewhere or the last one goes', async () => {
    const { main, change } = show({ unreached, question })
    const { user } = await renderWindow(main)
    await user.click(await waitFor(() => all() ?? expect.unreachable()))
    await user.click(header().getByRole('button', { name: 'Details' }))
    expect(header().getByText(/ECONNREFUSED/)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(all()).not.toBeNull())
    expect(header().queryByText(/ECONNREFUSED/)).toBeNull()
    await user.click(all() ?? document.body)
    await user.click(screen.getByRole('textbox', { name: 'Prompt' }))
    await waitFor(() => expect(all()).not.toBeNull())
    await user.click(all() ?? document.body)
    change({})
    await waitFor(() => expect(header().getAllByRole('button')).toHaveLength(1))
    change({ unreached, question })
    await waitFor(() => expect(all()).not.toBeNull())
  })

  test('tell in full why a press of theirs failed', async () => {
    const { main } = show({ unreached })
    main.bridge.answer('queue.tryNow', () => {
      throw new AppFailure(appError('internal'))
    })
    const { user } = await renderWindow(main)
    await user.click(header().getByRole('button', { name: 'Try now' }))
    expect(await header().findByText(/^Something went wrong/)).toBeVisible()
  })
})
