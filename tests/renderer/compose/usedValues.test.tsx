import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const field = (name: string) => compose().getByRole<HTMLInputElement>('combobox', { name })
const options = () =>
  compose()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)

/** A window whose service was sent models and sizes before. */
async function windowAfter(model: string[], size: string[]) {
  const main = createMainStandIn({ connections: [{ ...demoConnection, fullBackground: true }] })
  main.prompts.used = { model, size }
  return renderWindow(main)
}

describe('Model and Size', () => {
  test('offer used values first, then those the connection names, each once', async () => {
    const { user } = await windowAfter(['own-model', 'demo-2'], [])
    await user.click(field('Model'))
    await waitFor(() => expect(options()).toEqual(['own-model', 'demo-2', 'demo-1']))
  })

  test('offer sizes with their ratio in words, and use the chosen one', async () => {
    const { user } = await windowAfter([], ['1920x1080'])
    await user.click(field('Size'))
    await waitFor(() =>
      expect(options()).toEqual([
        '1920x108016:9',
        '1024x10241:1',
        '1536x10243:2',
        '1024x15362:3',
        '1792x10247:4',
      ]),
    )
    await user.clear(field('Size'))
    await user.click(compose().getByRole('option', { name: '1536x1024 3:2' }))
    expect(field('Size').value).toBe('1536x1024')
    expect(compose().getByText('3:2')).toBeVisible()
  })

  test('accept any text', async () => {
    const { user } = await windowAfter(['own-model'], [])
    await user.clear(field('Model'))
    await user.type(field('Model'), 'never-seen{Tab}')
    expect(field('Model').value).toBe('never-seen')
  })

  test('can stop offering a used value, but never one that the connection names', async () => {
    const { user, bridge } = await windowAfter(['own-model', 'demo-2'], [])
    await user.click(field('Model'))
    await waitFor(() => expect(options()).toEqual(['own-model', 'demo-2', 'demo-1']))
    await user.keyboard('{Home}{Shift>}{Delete}{/Shift}')
    await waitFor(() => expect(options()).toEqual(['demo-2', 'demo-1']))
    expect(bridge.inputs('prompts.forgetUsed')).toEqual([
      { connectionId: 'demo', field: 'model', value: 'own-model' },
    ])
    await user.keyboard('{Home}{Shift>}{Delete}{/Shift}')
    expect(bridge.inputs('prompts.forgetUsed')).toHaveLength(1)
    // The text in the field stays.
    expect(field('Model').value).toBe('own-model')
  })

  test('can stop offering it by the pointer too', async () => {
    const { user } = await windowAfter([], ['1920x1080'])
    await user.click(field('Size'))
    await user.hover(await compose().findByRole('option', { name: '1920x1080 16:9' }))
    await user.click(screen.getByTitle('Stop offering this size (Shift+Delete)'))
    await waitFor(() => expect(options()).not.toContain('1920x108016:9'))
    expect(field('Size').value).toBe('1920x1080')
  })

  test('are the last used ones if a connection has no draft yet', async () => {
    const main = createMainStandIn({ connections: [demoConnection, serviceConnection] })
    main.bridge.answer('prompts.used', ({ connectionId }) =>
      connectionId === 'aurora' ? { model: ['aurora-9'], size: ['800x600'] } : { model: [], size: [] },
    )
    const { user } = await renderWindow(main)
    await waitFor(() => expect(field('Model').value).toBe('demo-1'))
    await user.click(compose().getByRole('radio', { name: 'Direct' }))
    await user.click(field('Connection'))
    await user.click(await compose().findByRole('option', { name: 'Aurora' }))
    await waitFor(() => expect(field('Model').value).toBe('aurora-9'))
    expect(field('Size').value).toBe('800x600')
  })
})
