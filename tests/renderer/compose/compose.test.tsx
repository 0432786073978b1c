import { AppFailure, appError } from '@shared/errors'
import { costOf, noCost } from '@shared/model/cost'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  createMainStandIn,
  demoConnection,
  emptyOverview,
  serviceConnection,
} from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const prompt = () => compose().getByRole('textbox', { name: 'Prompt' })
const field = (role: string, name: string) => compose().getByRole(role, { name })
const generate = () => compose().getByRole('button', { name: 'Generate' })

describe('Compose', () => {
  test('has every field under its name, with the focus in the prompt', async () => {
    const { user } = await renderWindow()
    expect(document.activeElement).toBe(prompt())
    await user.click(field('radio', 'Direct'))
    for (const [role, name] of [
      ['combobox', 'Model'],
      ['combobox', 'Size'],
      ['spinbutton', 'Images'],
      ['radiogroup', 'Mode'],
      ['textbox', 'Reference images'],
      ['combobox', 'Connection'],
    ] as const) {
      expect(field(role, name)).toBeVisible()
    }
  })

  test('reports an empty prompt only once Generate is pressed, at the field, which gets the focus', async () => {
    const { user, bridge } = await renderWindow()
    await user.clear(field('combobox', 'Model'))
    await user.tab()
    expect(prompt().getAttribute('aria-invalid')).toBeNull()

    await user.click(generate())
    expect(prompt().getAttribute('aria-invalid')).toBe('true')
    expect(compose().getByText(/The prompt is empty/)).toBeVisible()
    expect(compose().getByText(/No model is chosen/)).toBeVisible()
    expect(document.activeElement).toBe(prompt())
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('is unavailable but focusable while something is missing', async () => {
    const { user } = await renderWindow()
    expect(generate().getAttribute('aria-disabled')).toBe('true')
    expect(generate().hasAttribute('disabled')).toBe(false)
    await user.type(prompt(), 'a fern')
    expect(generate().getAttribute('aria-disabled')).toBeNull()
  })

  test('says beside Generate exactly what will be sent', async () => {
    const { user } = await renderWindow({ connections: [serviceConnection] })
    await user.type(prompt(), 'a fern')
    expect(compose().getByText('1 request, 1 image, cost unknown, Aurora')).toBeVisible()

    await user.click(field('button', 'More images'))
    await user.click(field('button', 'More images'))
    await user.click(field('button', 'More images'))
    const line = compose().getByText('4 requests, 4 images, cost unknown, Aurora')
    expect(compose().getByText('4 requests')).toBeVisible()
    expect(generate().getAttribute('aria-describedby')).toBe(line.id)

    await user.click(field('radio', 'Direct'))
    expect(compose().getByText('1 request, 4 images, cost unknown, Aurora')).toBeVisible()
    expect(compose().queryByText('4 requests')).toBeNull()
  })

  test('says beside Generate what the daily cap will do', async () => {
    const capped = { ...serviceConnection, prices: { 'aurora-2': 2 }, dailyCap: 7 }
    const main = createMainStandIn({ connections: [capped] })
    const spent = { surely: costOf(1, 2), maybe: costOf(1, 1) }
    const { id: connectionId, name } = capped
    const sums = { connectionId, name, demo: false, waiting: noCost, today: spent, inFlight: noCost }
    main.bridge.answer('queue.overview', () => ({ ...emptyOverview, costs: [sums] }))
    const { user } = await renderWindow(main)
    await user.type(prompt(), 'a fern')
    await user.click(field('button', 'More images'))
    expect(compose().getByText('2 requests, 2 images, about 4 credits, Aurora')).toBeVisible()
    await user.click(field('button', 'More images'))
    expect(
      compose().getByText(
        '3 requests, 3 images, about 6 credits, Aurora. Requests that would exceed the daily cap of 7 wait until another day.',
      ),
    ).toBeVisible()
    await user.clear(field('combobox', 'Model'))
    await user.type(field('combobox', 'Model'), 'other')
    expect(
      compose().getByText(/cost unknown, Aurora\. Requests without a price wait until you set one/),
    ).toBeVisible()
  })

  test('names the connection that is paused', async () => {
    const { user } = await renderWindow({ connections: [{ ...serviceConnection, paused: true }] })
    await user.type(prompt(), 'a fern')
    expect(compose().getByText(/Aurora is paused\.$/)).toBeVisible()
  })

  test('has one line for size and references in Background, whose link shows them and moves the focus there', async () => {
    const { user } = await renderWindow()
    expect(compose().queryByRole('combobox', { name: 'Size' })).toBeNull()
    expect(compose().queryByRole('textbox', { name: 'Reference images' })).toBeNull()
    expect(compose().getByText(/^No size or references in Background\./)).toBeVisible()

    await user.click(field('button', 'Switch to Direct'))
    expect(field('radio', 'Direct').getAttribute('aria-checked')).toBe('true')
    expect(document.activeElement).toBe(field('combobox', 'Size'))
    expect(compose().queryByText(/No size or references/)).toBeNull()
  })

  test('keeps size and references for Direct, and says so in that line', async () => {
    const { user, bridge } = await renderWindow()
    await user.type(prompt(), 'a fern')
    await user.click(field('radio', 'Direct'))
    await user.type(field('combobox', 'Size'), '1536x1024{Escape}')
    await user.click(field('textbox', 'Reference images'))
    await user.paste('https://example.com/a.png https://example.com/b.png')

    await user.click(field('radio', 'Background'))
    expect(compose().getByText(/^Kept for Direct: size 1536x1024 and 2 references\./)).toBeVisible()
    expect(compose().getByText('Not sent in Background: size 1536x1024 and 2 references.')).toBeVisible()
    expect(generate()).toHaveAccessibleDescription(
      /Not sent in Background: size 1536x1024 and 2 references\.$/,
    )
    expect(generate()).toHaveTextContent('Generatewithout size and references')
    await user.click(generate())
    await waitFor(() =>
      expect(bridge.inputs('jobs.enqueue')[0]?.draft).toMatchObject({ size: '', image: [] }),
    )

    await user.click(field('button', 'Switch to Direct'))
    expect(field('combobox', 'Size')).toHaveProperty('value', '1536x1024')
    expect(compose().getAllByRole('listitem', { name: /^Reference/ })).toHaveLength(2)
  })

  test('keeps size and references open in Background if the connection sends everything', async () => {
    await renderWindow({ connections: [{ ...serviceConnection, fullBackground: true }] })
    expect(field('combobox', 'Size')).toBeVisible()
    expect(field('textbox', 'Reference images')).toBeVisible()
    expect(compose().queryByRole('button', { name: 'Switch to Direct' })).toBeNull()
  })

  test('sends although fields that Background leaves out are invalid', async () => {
    const { user, bridge } = await renderWindow()
    await user.type(prompt(), 'a fern')
    await user.click(field('radio', 'Direct'))
    await user.type(field('combobox', 'Size'), 'huge')
    await user.tab()
    expect(compose().getByText(/This isn’t a size. Enter/)).toBeVisible()

    await user.click(field('radio', 'Background'))
    expect(compose().getByText(/^Kept for Direct: size huge\./)).toBeVisible()
    await user.click(generate())
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
    expect(bridge.inputs('jobs.enqueue')[0]?.draft.size).toBe('')
  })

  test('reports an invalid number of images', async () => {
    const { user } = await renderWindow()
    const images = field('spinbutton', 'Images')
    await user.clear(images)
    await user.type(images, '0')
    await user.tab()
    expect(images.getAttribute('aria-invalid')).toBe('true')
    expect(compose().getByText(/isn’t a number of images. Enter/)).toBeVisible()
  })

  test('keeps draft and focus after Mod+Enter, and queues first with Shift', async () => {
    const { user, bridge } = await renderWindow()
    await user.type(prompt(), 'a fern')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('1 queued in “a fern”')
    expect(document.activeElement).toBe(prompt())
    expect(prompt()).toHaveProperty('value', 'a fern')

    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(2))
    expect(bridge.inputs('jobs.enqueue').map(({ first }) => first)).toEqual([false, true])
  })

  test('reports honestly what cancelling a batch did', async () => {
    const { user } = await renderWindow()
    await user.type(prompt(), 'a fern')
    await user.click(generate())
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }))
    await screen.findByText('9 cancelled, 3 already sent will arrive')
  })

  test('keeps the draft and says why when the queue refuses it', async () => {
    const main = createMainStandIn()
    main.bridge.answer('jobs.enqueue', () => {
      throw new AppFailure(appError('diskLow'))
    })
    const { user, drafts } = await renderWindow(main)
    await user.type(prompt(), 'a fern')
    await user.click(generate())
    expect((await compose().findByRole('alert')).textContent).toMatch(/The disk is nearly full/)
    expect(prompt()).toHaveProperty('value', 'a fern')
    await waitFor(() => expect(drafts.get('demo')?.prompt).toBe('a fern'))
  })

  test('shows what was written before', async () => {
    const main = createMainStandIn()
    main.drafts.set('demo', {
      prompt: 'kept',
      model: 'demo-2',
      size: '',
      n: 3,
      mode: 'background',
      image: [],
      variables: {},
    })
    await renderWindow(main)
    await waitFor(() => expect(prompt()).toHaveProperty('value', 'kept'))
    expect(field('spinbutton', 'Images')).toHaveProperty('value', '3')
  })

  test('accepts suggestions and free text for the model', async () => {
    const { user } = await renderWindow()
    const model = field('combobox', 'Model')
    expect(model).toHaveProperty('value', 'demo-1')
    await user.click(model)
    await user.click(await compose().findByRole('option', { name: 'demo-2' }))
    expect(model).toHaveProperty('value', 'demo-2')

    await user.clear(model)
    await user.type(model, 'something-new{Escape}')
    expect(model).toHaveProperty('value', 'something-new')
    await user.tab()
    expect(model).toHaveProperty('value', 'something-new')
  })

  test('changes the connection, each with its own draft', async () => {
    const { user, bridge } = await renderWindow({ connections: [demoConnection, serviceConnection] })
    await user.type(prompt(), 'a fern')
    await user.click(field('combobox', 'Connection'))
    await user.click(await compose().findByRole('option', { name: 'Aurora' }))
    await waitFor(() => expect(field('combobox', 'Model')).toHaveProperty('value', 'aurora-2'))
    expect(bridge.inputs('preferences.change')).toEqual([{ connectionId: 'aurora' }])

    await user.clear(prompt())
    await user.click(field('combobox', 'Connection'))
    await user.click(await compose().findByRole('option', { name: 'Demo' }))
    await waitFor(() => expect(prompt()).toHaveProperty('value', 'a fern'))
  })

  test('says that its connection is paused', async () => {
    const { user } = await renderWindow({ connections: [{ ...serviceConnection, paused: true }] })
    await user.type(prompt(), 'a fern')
    expect(compose().getByText('1 request, 1 image, cost unknown, Aurora. Aurora is paused.')).toBeVisible()
  })

  test('says that the key is missing and opens the connection at its key', async () => {
    const { user } = await renderWindow({ connections: [{ ...serviceConnection, keyState: 'missing' }] })
    expect(compose().getByText('Describe the image. On hold: This connection has no API key.')).toBeVisible()
    expect(field('button', 'Add the key')).toBeVisible()
    await user.type(prompt(), 'a fern')
    expect(
      compose().getByText(
        '1 request, 1 image, cost unknown, Aurora. On hold: This connection has no API key.',
      ),
    ).toBeVisible()
    await user.click(field('button', 'Add the key'))
    const dialog = await screen.findByRole('dialog', { name: 'Connection' })
    expect(document.activeElement).toBe(within(dialog).getByLabelText('API key'))
  })
})
