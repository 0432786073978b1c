import { AppFailure, appError } from '@shared/errors'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('first run', () => {
  test('offers both ways and shows the regions after one was chosen', async () => {
    const { user } = await renderWindow({ connections: [] })
    expect(screen.queryByRole('region', { name: 'Compose' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Connect a service' })).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Try the demo service' }))
    for (const name of ['Compose', 'Gallery', 'Queue']) await screen.findByRole('region', { name })
    expect(screen.getByRole('banner').textContent).toContain('Demo')
  })

  test('starts with the focus on “Connect a service”, and the demo service follows', async () => {
    const { user } = await renderWindow({ connections: [] })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect a service' }))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try the demo service' }))
  })

  test('says why the demo service did not start', async () => {
    const main = createMainStandIn({ connections: [] })
    main.bridge.answer('connections.useDemo', () => {
      throw new AppFailure(appError('internal'))
    })
    const { user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Try the demo service' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Something went wrong/)
  })
})

describe('Settings', () => {
  test('takes the hours after which waiting requests are asked about; an invalid number changes nothing', async () => {
    const { user, bridge } = await renderWindow()
    await user.keyboard('{Control>},{/Control}')
    const name = 'Ask when requests have waited this many hours'
    const hours = within(await dialog('Settings')).getByRole('spinbutton', { name })
    expect(hours).toHaveProperty('value', '12')
    await user.clear(hours)
    await user.type(hours, '0')
    expect(hours.getAttribute('aria-invalid')).toBe('true')
    expect(bridge.inputs('preferences.change')).toEqual([])
    await user.clear(hours)
    await user.type(hours, '48')
    await waitFor(() => expect(bridge.inputs('preferences.change').at(-1)).toEqual({ askAfterHours: 48 }))
  })

  test('says why a change was refused', async () => {
    const { user, bridge } = await renderWindow()
    bridge.answer('preferences.change', () => {
      throw new AppFailure(appError('settingsUnwritten'))
    })
    await user.keyboard('{Control>},{/Control}')
    await user.click(within(await dialog('Settings')).getByRole('radio', { name: 'Light' }))
    expect(await screen.findByText(/^Your settings can’t be saved/)).toBeVisible()
    expect(document.documentElement.dataset.theme).toBe('system')
  })

  test('opens by Mod+, and applies the theme at once', async () => {
    const { user, bridge } = await renderWindow()
    expect(document.documentElement.dataset.theme).toBe('system')
    await user.keyboard('{Control>},{/Control}')
    await user.click(within(await dialog('Settings')).getByRole('radio', { name: 'Light' }))
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'))
    expect(bridge.inputs('preferences.change')).toEqual([{ theme: 'light' }])
  })

  test.each([
    [{ waiting: 0, running: 0, needsYou: 0 }, /^Nothing is waiting or running there\. Its key is deleted\./],
    [{ waiting: 12, running: 0, needsYou: 0 }, /^12 requests wait for it and are cancelled\. Then its key/],
    [
      { waiting: 1, running: 3, needsYou: 0 },
      /^1 request waits for it and is cancelled\. 3 requests were sent and still/,
    ],
    [{ waiting: 0, running: 0, needsYou: 1 }, /^1 request needs you\. It stays in the queue.* Then its key/],
  ])('counts what a removal cancels, and what still arrives: %o', async (unfinished, words) => {
    const main = createMainStandIn({ connections: [serviceConnection, demoConnection] })
    main.bridge.answer('connections.unfinished', () => unfinished)
    const { user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(within(await dialog('Settings')).getByRole('button', { name: 'Remove Aurora' }))
    await within(await dialog('Remove “Aurora”?')).findByText(words)
  })

  test('lists connections with the state of their keys and asks before one is removed', async () => {
    const { user, bridge } = await renderWindow({ connections: [serviceConnection, demoConnection] })
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = within(await dialog('Settings'))
    expect(settings.getByText('Key in the keychain')).toBeVisible()
    expect(settings.getByText('Drawn on this computer')).toBeVisible()

    await user.click(settings.getByRole('button', { name: 'Remove Aurora' }))
    const question = within(await dialog('Remove “Aurora”?'))
    expect(bridge.inputs('connections.remove')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Remove connection' }))
    await waitFor(() => expect(bridge.inputs('connections.remove')).toEqual([{ id: 'aurora' }]))
    await waitFor(() => expect(settings.queryByText('Key in the keychain')).toBeNull())
  })

  test('gives the focus back to its button', async () => {
    const { user } = await renderWindow()
    const button = screen.getByRole('button', { name: 'Settings' })
    await user.click(button)
    await dialog('Settings')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('says that a folder that is chosen as library has exported files', async () => {
    const main = createMainStandIn()
    main.bridge.answer('library.choose', () => ({ libraryPath: '/home/ada/archive', hasExports: true }))
    const { user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = within(await dialog('Settings'))
    await user.click(settings.getByRole('button', { name: 'Choose a folder…' }))
    await settings.findByText(/^Cyanotype has exported to this folder/)
    expect(settings.getByText('/home/ada/archive')).toBeVisible()
  })

  test('says why a library folder was not accepted', async () => {
    const main = createMainStandIn()
    main.bridge.answer('library.choose', () => {
      throw new AppFailure(appError('folderUnwritable'))
    })
    const { user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = within(await dialog('Settings'))
    await user.click(settings.getByRole('button', { name: 'Choose a folder…' }))
    expect((await settings.findByRole('alert')).textContent).toBe(
      'Cyanotype can’t write to this folder. Choose another one.',
    )
  })
})

describe('banners', () => {
  const held = {
    ...serviceConnection,
    hold: {
      error: appError('keyRefused', {
        detail: { words: 'Invalid API key', requestId: 'req_1', status: 401 },
      }),
      since: 0,
      polls: true,
    },
  }

  test('say what holds a connection, with the service’s own words behind Details', async () => {
    const { user } = await renderWindow({ connections: [held] })
    expect(screen.getByText('Aurora: The service refused the API key.')).toBeVisible()
    expect(screen.queryByText('Invalid API key')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getByText('Invalid API key')).toBeVisible()
    expect(screen.getByText('req_1')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Replace key' }))
    const form = within(await dialog('Connection'))
    expect(document.activeElement).toBe(form.getByLabelText('API key'))
  })

  test('resume a connection whose key is fine', async () => {
    const { user, bridge } = await renderWindow({
      connections: [
        { ...serviceConnection, hold: { error: appError('breakerTripped'), since: 0, polls: false } },
      ],
    })
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(bridge.inputs('connections.resume')).toEqual([{ id: 'aurora' }])
  })

  test('ask whether the proxy resolves names, or send anyway', async () => {
    const error = appError('proxyNamesUnknown', { params: { host: 'cdn.aurora.example' }, retry: 'free' })
    const main = createMainStandIn({
      connections: [{ ...serviceConnection, hold: { error, since: 0, polls: false } }],
    })
    main.bridge.answer('connections.allowProxyNames', () => null)
    const { user, bridge } = await renderWindow(main)
    expect(screen.getByText(/^Aurora: An image is at cdn\.aurora\.example, which this/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Let the proxy look up names' }))
    expect(bridge.inputs('connections.allowProxyNames')).toEqual([{ id: 'aurora' }])
    await user.click(screen.getByRole('button', { name: 'Send without it' }))
    expect(bridge.inputs('connections.resume')).toEqual([{ id: 'aurora' }])
  })

  test('ask whether a place inside the network is to be trusted, or send anyway', async () => {
    const error = appError('imageHostPrivate', { params: { origin: 'http://minio.lan:9000' }, retry: 'free' })
    const main = createMainStandIn({
      connections: [{ ...serviceConnection, hold: { error, since: 0, polls: false } }],
    })
    main.bridge.answer('connections.allowOrigin', () => null)
    const { user, bridge } = await renderWindow(main)
    expect(
      screen.getByText(/^Aurora: An image is at http:\/\/minio\.lan:9000, inside your network/),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Allow this address' }))
    expect(bridge.inputs('connections.allowOrigin')).toEqual([
      { id: 'aurora', origin: 'http://minio.lan:9000' },
    ])
    await user.click(screen.getByRole('button', { name: 'Send without it' }))
    expect(bridge.inputs('connections.resume')).toEqual([{ id: 'aurora' }])
  })

  test('come and go with the notices of this computer', async () => {
    const { bridge } = await renderWindow()
    bridge.emit('app.noticesChanged', [
      { id: 'disk', level: 'error', error: appError('diskLow'), dismissible: false },
    ])
    expect((await screen.findByRole('alert')).textContent).toMatch(/The disk is nearly full/)
    bridge.emit('app.noticesChanged', [])
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
