import type { Draft } from '@shared/model/draft'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createPresses } from '../../../renderer/features/compose/useGenerate'
import { emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const prompt = () => compose().getByRole('textbox', { name: 'Prompt' })
const generate = () => compose().getByRole('button', { name: 'Generate' })

describe('presses of Generate', () => {
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }

  test('are handled one after the other, and none is lost', async () => {
    const done: string[] = []
    let finish = (): void => {}
    const presses = createPresses(() => 0)
    presses.take(
      'a',
      () =>
        new Promise((resolve) => {
          finish = () => resolve(true)
        }),
    )
    for (const what of ['b', 'c']) presses.take(what, async () => done.push(what) > 0)
    await settled()
    expect(done).toEqual([])
    finish()
    await settled()
    expect(done).toEqual(['b', 'c'])
  })

  test('count as one when repeated or held down; a later one counts separately', async () => {
    let now = 0
    let count = 0
    const presses = createPresses(() => now)
    const press = async (at: number) => {
      now = at
      presses.take('a', async () => ++count > 0)
      await settled()
    }
    for (const at of [0, 200, 600, 1000]) await press(at)
    expect(count).toBe(1)
    await press(1500)
    expect(count).toBe(2)
  })

  test('can be repeated at once if they had no effect', async () => {
    let count = 0
    const presses = createPresses(() => 0)
    for (let press = 0; press < 2; press++) {
      presses.take('a', async () => ++count < 0)
      await settled()
    }
    expect(count).toBe(2)
  })
})

describe('Generate', () => {
  test('makes one batch of a double click, and returns the focus to the prompt', async () => {
    const { user, bridge } = await renderWindow()
    await user.type(prompt(), 'a fern')
    await user.dblClick(generate())
    await screen.findByText('1 queued in “a fern”')
    expect(bridge.inputs('jobs.enqueue')).toHaveLength(1)
    expect(document.activeElement).toBe(prompt())
  })

  test('never blocks: what is written while one batch is being queued is queued after it', async () => {
    const main = createMainStandIn()
    const waiting: (() => void)[] = []
    main.bridge.answer('jobs.enqueue', async ({ draft }) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { batchId: draft.prompt, name: draft.prompt, jobs: 1, images: 1 }
    })
    const { user, bridge } = await renderWindow(main)
    await user.type(prompt(), 'a fern')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await user.type(prompt(), ' in rain')
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
    expect(prompt()).toHaveProperty('value', 'a fern in rain')
    expect(bridge.inputs('jobs.enqueue')).toHaveLength(1)

    waiting[0]?.()
    await waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.()
    await screen.findByText('1 queued in “a fern in rain”')
    expect(bridge.inputs('jobs.enqueue').map(({ draft }) => draft.prompt)).toEqual([
      'a fern',
      'a fern in rain',
    ])
  })

  test('names the first invalid field, and leads there', async () => {
    const { user } = await renderWindow()
    expect(compose().getByText('Describe the image.').id).toBe(generate().getAttribute('aria-describedby'))
    await user.type(prompt(), 'a fern')
    await user.clear(compose().getByRole('spinbutton', { name: 'Images' }))
    await user.clear(compose().getByRole('combobox', { name: 'Model' }))
    const line = () => document.getElementById(generate().getAttribute('aria-describedby') ?? '')?.textContent
    expect(line()).toBe('Model: No model is chosen. Choose a model or type its name.')
    await user.click(compose().getByRole('button', { name: 'Model' }))
    expect(document.activeElement).toBe(compose().getByRole('combobox', { name: 'Model' }))

    await user.type(compose().getByRole('combobox', { name: 'Model' }), 'm{Escape}')
    // What the field itself says is not repeated.
    expect(line()).toBe('Images: This isn’t a number of images.')
    await user.click(compose().getByRole('button', { name: 'Images' }))
    expect(document.activeElement).toBe(compose().getByRole('spinbutton', { name: 'Images' }))
  })

  test('says where half a character is, and does not send it', async () => {
    const { user, bridge } = await renderWindow()
    await user.click(prompt())
    await user.paste('a 🌿 in \ud83c rain')
    await user.click(generate())
    expect(prompt().getAttribute('aria-invalid')).toBe('true')
    expect(compose().getAllByText(/Character 8 is only half a character/)).not.toEqual([])
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })
})

describe('a press of Generate before the form of the connection is shown', () => {
  /** A window whose drafts are read no further until `read` is called; the demo service has just been chosen. */
  async function chooseDemo(kept?: Partial<Draft>) {
    const main = createMainStandIn({ connections: [] })
    let read = (): void => {}
    const isRead = new Promise<void>((resolve) => {
      read = resolve
    })
    main.bridge.answer('drafts.read', async () => {
      await isRead
      return kept === undefined ? null : { ...emptyDraft, ...kept }
    })
    const window = await renderWindow(main)
    await window.user.click(await screen.findByRole('button', { name: 'Try the demo service' }))
    await screen.findByRole('region', { name: 'Compose' })
    return { ...window, read, sent: () => main.bridge.inputs('jobs.enqueue') }
  }

  test('sends what was typed, with the model that comes with it, once', async () => {
    const { user, read, sent } = await chooseDemo()
    await user.type(prompt(), 'a heron{Control>}{Enter}{Enter}{/Control}')
    expect(sent()).toEqual([])
    read()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toMatchObject([{ draft: { prompt: 'a heron', model: 'demo-1' }, first: false }])
  })

  test('sends nothing if the form has something else then', async () => {
    const { user, read, sent } = await chooseDemo({ prompt: 'a gull', model: 'demo-1', n: 4 })
    await user.type(prompt(), 'a heron{Control>}{Enter}{/Control}')
    read()
    const images = compose().getByRole<HTMLInputElement>('spinbutton', { name: 'Images' })
    await waitFor(() => expect(images.value).toBe('4'))
    expect(sent()).toEqual([])
    await user.click(generate())
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toMatchObject([{ draft: { prompt: 'a heron', n: 4 } }])
  })

  test('sends nothing if a reference was added to its field since', async () => {
    const { user, read, sent } = await chooseDemo()
    await user.click(compose().getByRole('radio', { name: 'Direct' }))
    await user.type(prompt(), 'a heron{Control>}{Enter}{/Control}')
    const reference = compose().getByRole('textbox', { name: 'Reference images' })
    await user.type(reference, 'https://ada.example/heron.png')
    read()
    const model = compose().getByRole<HTMLInputElement>('combobox', { name: 'Model' })
    await waitFor(() => expect(model.value).toBe('demo-1'))
    expect(sent()).toEqual([])
    await user.click(generate())
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  test('says what is missing, and leaves the focus where it has gone since', async () => {
    const { user, read, sent } = await chooseDemo()
    await user.type(prompt(), '{Control>}{Enter}{/Control}')
    const search = screen.getByRole('combobox', { name: 'Search' })
    await user.click(search)
    read()
    await waitFor(() => expect(prompt().getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(search)
    expect(sent()).toEqual([])
  })
})
