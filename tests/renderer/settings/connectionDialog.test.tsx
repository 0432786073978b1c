import { AppFailure, appError } from '@shared/errors'
import type { AppSnapshot } from '@shared/model/app'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn, type MainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

async function openNew(main: Partial<AppSnapshot> | MainStandIn = { connections: [] }) {
  const window = await renderWindow(main)
  await window.user.click(screen.getByRole('button', { name: 'Connect a service' }))
  return { ...window, form: within(await screen.findByRole('dialog', { name: 'Connection' })) }
}

async function openStored(main: Partial<AppSnapshot> | MainStandIn = { connections: [serviceConnection] }) {
  const window = await renderWindow(main)
  await window.user.click(screen.getByRole('button', { name: 'Settings' }))
  await window.user.click(await screen.findByRole('button', { name: 'Edit Aurora' }))
  return { ...window, form: within(await screen.findByRole('dialog', { name: 'Connection' })) }
}

describe('the connection form', () => {
  test('starts at the name and saves what was typed, with the key apart', async () => {
    const { user, bridge, form } = await openNew()
    expect(form.getByText(/Nothing is sent until you press Generate/)).toBeVisible()
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('Aurora')
    await user.type(form.getByRole('textbox', { name: 'Base URL' }), 'https://api.aurora.example/')
    await user.type(form.getByRole('textbox', { name: 'Models' }), 'aurora-2, aurora-mini\naurora-2')
    await user.type(form.getByLabelText('API key'), 'sk-test')
    await user.click(form.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.inputs('connections.save')).toEqual([
      {
        id: null,
        apiKey: 'sk-test',
        draft: expect.objectContaining({
          name: 'Aurora',
          baseUrl: 'https://api.aurora.example',
          pathPrefix: '/api/v1',
          models: ['aurora-2', 'aurora-mini'],
        }),
      },
    ])
    expect(bridge.inputs('preferences.change')).toEqual([{ connectionId: 'added' }])
    const prompt = screen.getByRole('textbox', { name: 'Prompt' })
    await waitFor(() => expect(document.activeElement).toBe(prompt))
  })

  test('promises that nothing is sent yet only while the connection is new: requests may wait for a stored one', async () => {
    const { form } = await openStored()
    expect(form.queryByText(/Nothing is sent until you press Generate/)).toBeNull()
  })

  test.each([
    ['Base URL', 'http://example.com', /Over plain HTTP, others on the network could read your key/],
    ['Base URL', 'example', /This isn’t a base URL/],
    ['Path prefix', '/api v1', /This isn’t a path prefix/],
  ])('reports the error of %s %s at the field', async (name, text, words) => {
    const { user, form } = await openNew()
    const field = form.getByRole('textbox', { name })
    await user.clear(field)
    await user.type(field, text)
    await user.tab()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(form.getByText(words)).toBeVisible()
  })

  test('takes a path prefix out of a base URL, and says so', async () => {
    const { user, bridge, form } = await openNew()
    const [base, prefix] = ['Base URL', 'Path prefix'].map((name) => form.getByRole('textbox', { name }))
    if (base === undefined || prefix === undefined) return expect.unreachable()
    await user.keyboard('Aurora')
    await user.type(base, ' https://api.aurora.example/v1/images/generations/?a=b ')
    expect(prefix).toHaveValue('/api/v1')
    await user.tab()
    expect(base).toHaveValue('https://api.aurora.example')
    expect(prefix).toHaveValue('/v1')
    expect(form.getByText('Path prefix set to /v1.')).toBeVisible()
    expect(base).toHaveAccessibleDescription('Path prefix set to /v1.')
    await user.type(prefix, '/x')
    expect(form.queryByText(/^Path prefix set/)).toBeNull()

    // Enter leaves the focus where it is.
    await user.clear(base)
    // It also lacks its scheme.
    await user.type(base, 'api.aurora.example/images/generations')
    fireEvent.submit(base)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.inputs('connections.save')).toMatchObject([
      { draft: { baseUrl: 'https://api.aurora.example', pathPrefix: '' } },
    ])
  })

  test('leaves the path of a base URL that is stored where it is', async () => {
    const stored = { ...serviceConnection, baseUrl: 'https://api.aurora.example/v1', pathPrefix: '' }
    const { user, bridge, form } = await openStored({ connections: [stored] })
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' 2')
    await user.click(form.getByRole('textbox', { name: 'Base URL' }))
    await user.tab()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')).toMatchObject([
      { draft: { baseUrl: 'https://api.aurora.example/v1', pathPrefix: '' } },
    ])
  })

  test('saves and tests nothing while a field is invalid, and goes to the first', async () => {
    const { user, bridge, form } = await openNew()
    await user.click(form.getByRole('button', { name: 'Test connection' }))
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' }))
    expect(form.getByText(/The connection has no name/)).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(bridge.inputs('connections.save')).toEqual([])
    expect(bridge.inputs('connections.test')).toEqual([])
  })

  test('limits what is paid for and still to be fetched', async () => {
    const { user, form, bridge } = await openStored()
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    const images = form.getByRole('spinbutton', { name: 'Images not on disk yet' })
    expect(images).toHaveProperty('value', '100')
    expect(form.getByRole('spinbutton', { name: 'Megabytes not on disk yet' })).toHaveProperty(
      'value',
      '1000',
    )
    await user.clear(images)
    await user.type(images, '250')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')[0]?.draft).toMatchObject({
      undeliveredImages: 250,
      undeliveredMegabytes: 1000,
    })
  })

  test('keeps the extra fields of each mode, and saves none that can’t be sent', async () => {
    const { user, form, bridge } = await openStored()
    await user.click(form.getByRole('button', { name: 'Extra fields' }))
    const group = (name: string) => within(form.getByRole('group', { name }))
    const name = group('In Direct').getByRole('textbox', { name: 'Name of field 1' })
    await user.type(name, 'stream')
    await user.type(group('In Direct').getByRole('textbox', { name: 'Value of field 1' }), 'high')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText(/the answer would come in pieces/)).toBeVisible()
    expect(document.activeElement).toBe(name)
    expect(bridge.inputs('connections.save')).toEqual([])

    await user.clear(name)
    await user.type(name, 'quality')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')[0]?.draft.extra).toEqual({
      background: [],
      direct: [{ name: 'quality', value: 'high' }],
    })
  })

  test('unfolds Advanced to show an invalid field', async () => {
    const { user, form } = await openStored()
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    await user.clear(form.getByRole('spinbutton', { name: 'Background slots' }))
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    const slots = await form.findByRole('spinbutton', { name: 'Background slots' })
    expect(form.getByText('Enter a number from 1 to 1000.')).toBeVisible()
    expect(document.activeElement).toBe(slots)
  })

  test('keeps and changes the user’s choice about the proxy', async () => {
    const { user, bridge, form } = await openStored({
      connections: [{ ...serviceConnection, proxyResolves: true }],
    })
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    const proxy = form.getByRole('switch', { name: 'The proxy looks up names that this computer can’t find' })
    expect(proxy.getAttribute('aria-checked')).toBe('true')
    await user.click(proxy)
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bridge.inputs('connections.save')).toMatchObject([{ draft: { proxyResolves: false } }]),
    )
  })

  test('lists the places inside the network that images may come from, and reports invalid ones', async () => {
    const { user, bridge, form } = await openStored({
      connections: [{ ...serviceConnection, allowedOrigins: ['http://minio.lan:9000'] }],
    })
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    const hosts = form.getByRole('textbox', { name: 'Addresses inside your network' })
    expect(hosts).toHaveProperty('value', 'http://minio.lan:9000')
    await user.type(hosts, ', :9000')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText(/^One of these isn’t an address\./)).toBeVisible()
    await user.clear(hosts)
    await user.type(hosts, 'https://192.168.1.5/, NAS.lan:80')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bridge.inputs('connections.save')).toMatchObject([
        { draft: { allowedOrigins: ['https://192.168.1.5', 'http://nas.lan'] } },
      ]),
    )
  })

  test('shows the path that was found for tasks, takes another, and empties it to be automatic', async () => {
    const learned = { taskPath: '/v1/tasks/{id}', isTaskPathLearned: true }
    const { user, bridge, form } = await openStored({ connections: [{ ...serviceConnection, ...learned }] })
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    const path = form.getByRole('textbox', { name: 'Task address' })
    expect(path).toHaveProperty('value', '/v1/tasks/{id}')
    expect(form.getByText(/^Cyanotype found this path\./)).toBeVisible()
    const save = () => user.click(form.getByRole('button', { name: 'Save' }))
    for (const wrong of [
      'v1/tasks/{{id}',
      '/v1/tasks',
      '/{{id}/{{id}',
      '/a b/{{id}',
      '/../{{id}',
      '//h/{{id}',
    ]) {
      await user.clear(path)
      await user.type(path, wrong)
      await save()
      expect(form.getByText(/^This isn’t a path with one place for the task’s id\./)).toBeVisible()
    }
    expect(bridge.inputs('connections.save')).toEqual([])
    await user.clear(path)
    await save()
    await waitFor(() =>
      expect(bridge.inputs('connections.save')).toMatchObject([{ draft: { taskPath: null } }]),
    )
  })

  test('lists the other servers for tasks: only those that are secure', async () => {
    const { user, bridge, form } = await openStored()
    await user.click(form.getByRole('button', { name: 'Advanced' }))
    const origins = form.getByRole('textbox', { name: 'Other servers for tasks' })
    await user.type(origins, 'http://tasks.example')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText(/^This isn’t an address that the key may go to\./)).toBeVisible()
    await user.clear(origins)
    await user.type(origins, 'https://tasks.example/v1/')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bridge.inputs('connections.save')).toMatchObject([
        { draft: { taskOrigins: ['https://tasks.example'] } },
      ]),
    )
  })

  test('never shows a stored key, and keeps it if nothing is typed', async () => {
    const { user, bridge, form } = await openStored()
    const key = form.getByLabelText('API key')
    expect(key).toHaveProperty('value', '')
    expect(form.getByText(/Stored in the keychain/)).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')[0]).toMatchObject({ id: 'aurora', apiKey: null })
  })

  test('shows the key being typed only on demand', async () => {
    const { user, form } = await openNew()
    const key = form.getByLabelText('API key')
    expect(key.getAttribute('type')).toBe('password')
    await user.click(form.getByRole('button', { name: 'Show the key' }))
    expect(key.getAttribute('type')).toBe('text')
  })

  test('says clearly that there is no keychain', async () => {
    const { form } = await openNew({ connections: [], keyStore: 'unavailable' })
    expect(form.getByText(/Cyanotype can’t reach a keychain/)).toBeVisible()
  })

  test.each([
    ['reached', { outcome: 'reached' }, 'Reached. Key and path are confirmed by the first image.'],
    ['a refused key', { outcome: 'keyRefused', error: appError('keyRefused') }, 'Key refused.'],
    ['a dead host', { outcome: 'notReached', error: appError('hostNotFound') }, 'Not reached.'],
  ] as const)('claims no more than the test can know: %s', async (_, answer, words) => {
    const main = createMainStandIn({ connections: [serviceConnection] })
    main.bridge.answer('connections.test', () => answer)
    const { user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Aurora' }))
    const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
    await user.click(form.getByRole('button', { name: 'Test connection' }))
    await form.findByText(words)
    expect(form.getByRole('status').textContent).not.toMatch(/automatically|waits/)

    await user.type(form.getByRole('textbox', { name: 'Base URL' }), '/x')
    expect(form.queryByText(words)).toBeNull()
  })

  test('says at the base URL that it is locked', async () => {
    const main = createMainStandIn({ connections: [serviceConnection] })
    main.bridge.answer('connections.save', () => {
      throw new AppFailure(appError('originLocked'))
    })
    const { user } = await renderWindow(main)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Aurora' }))
    const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(/This connection has unfinished requests/)
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Base URL' })))
  })
})
