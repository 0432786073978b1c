import { preferenceDefaults } from '@shared/model/preferences'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { demoConnection, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const prompt = () => compose().getByRole('textbox', { name: 'Prompt' })
const question = () => screen.findByRole('dialog', { name: 'Queue 25 requests?' })

async function fill(images: number, snapshot: Parameters<typeof renderWindow>[0] = {}) {
  const window = await renderWindow(snapshot)
  const count = compose().getByRole('spinbutton', { name: 'Images' })
  await window.user.clear(count)
  await window.user.type(count, String(images))
  await window.user.type(prompt(), 'a fern')
  return window
}

describe('many requests at once', () => {
  test('are asked about with their number, images, estimate and connection', async () => {
    const { user } = await fill(25, {
      connections: [{ ...demoConnection, prices: { 'demo-1': 1.5 } }],
    })
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    const facts = within(await question())
    expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Requests',
      'Images',
      'Connection',
      'Cost',
    ])
    expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '25',
      '25',
      'Demo',
      'about 37.5 demo credits',
    ])
  })

  test('say that they stay within today’s cap, or what of them doesn’t', async () => {
    const connection = { ...demoConnection, prices: { 'demo-1': 2 }, dailyCap: 50 }
    const { user } = await fill(25, { connections: [connection] })
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    expect(within(await question()).getByText('within today’s cap of 50')).toBeVisible()
    cleanup()
    const past = await fill(25, { connections: [{ ...connection, dailyCap: 40 }] })
    await past.user.click(compose().getByRole('button', { name: 'Generate' }))
    expect(
      within(await question()).getByText(/^Requests that would exceed the daily cap of 40/),
    ).toBeVisible()
  })

  test('say honestly that their cost is unknown', async () => {
    const { user } = await fill(25, { connections: [serviceConnection] })
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    expect(within(await question()).getByText('cost unknown')).toBeVisible()
  })

  test.each(['Cancel', 'Close'])(
    'are not queued after %s, and the prompt has the focus again',
    async (name) => {
      const { user, bridge } = await fill(25)
      await user.click(compose().getByRole('button', { name: 'Generate' }))
      await user.click(within(await question()).getByRole('button', { name }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(prompt()))
      expect(bridge.inputs('jobs.enqueue')).toEqual([])
      expect(prompt()).toHaveProperty('value', 'a fern')
    },
  )

  test('are queued once the user agrees', async () => {
    const { user, bridge } = await fill(25)
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    await user.click(within(await question()).getByRole('button', { name: 'Queue 25 requests' }))
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
    expect(bridge.inputs('jobs.enqueue')[0]).toMatchObject({ draft: { n: 25 }, first: false })
    await waitFor(() => expect(document.activeElement).toBe(prompt()))
  })

  test('are not queued by pressing Mod+Enter again, nor by Enter', async () => {
    const { user, bridge } = await fill(25)
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await question()
    await user.keyboard('{Control>}{Enter}{/Control}{Enter}')
    await question()
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('are not asked about up to the limit, nor when the question is off', async () => {
    const { user, bridge } = await fill(20)
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
    cleanup()

    const off = await fill(1000, { preferences: { ...preferenceDefaults, askAboveRequests: null } })
    await off.user.click(compose().getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(off.bridge.inputs('jobs.enqueue')).toHaveLength(1))
  })

  test('may be a single one', async () => {
    const { user } = await fill(1, { preferences: { ...preferenceDefaults, askAboveRequests: 0 } })
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    expect(await screen.findByRole('dialog', { name: 'Queue 1 request?' })).toBeVisible()
  })
})

describe('the number above which the user is asked', () => {
  async function openSettings(snapshot: Parameters<typeof renderWindow>[0] = {}) {
    const window = await renderWindow(snapshot)
    await window.user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = within(await screen.findByRole('dialog', { name: 'Settings' }))
    return { ...window, settings, number: () => settings.getByRole('spinbutton', { name: /Ask above/ }) }
  }

  test('is saved as it is typed; an invalid number changes nothing', async () => {
    const { user, bridge, number, settings } = await openSettings()
    expect(number()).toHaveProperty('value', '20')
    await user.clear(number())
    await user.type(number(), 'many')
    expect(settings.getByText('Enter a number from 0 to 10000.')).toBeVisible()
    expect(bridge.inputs('preferences.change')).toEqual([])
    await user.clear(number())
    await user.type(number(), '5')
    expect(bridge.inputs('preferences.change')).toEqual([{ askAboveRequests: 5 }])
  })

  test('disappears with the question and comes back with it', async () => {
    const { user, bridge, number, settings } = await openSettings()
    const asks = settings.getByRole('switch', { name: /Ask before queueing many requests/ })
    await user.click(asks)
    await waitFor(() => expect(settings.queryByRole('spinbutton', { name: /Ask above/ })).toBeNull())
    await user.click(asks)
    await waitFor(() => expect(number()).toHaveProperty('value', '20'))
    expect(bridge.inputs('preferences.change')).toEqual([
      { askAboveRequests: null },
      { askAboveRequests: 20 },
    ])
  })
})
