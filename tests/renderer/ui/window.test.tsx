import { appError } from '@shared/errors'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { App } from '../../../renderer/app/App'
import { createClient } from '../../../renderer/client/client'
import { TextProvider } from '../../../renderer/parts/useTranslation'
import { createText } from '../../../renderer/text/i18n'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { createUser } from '../../support/windowClock'

/** Makes `(min-width: …px)` queries answer for a window of this width. */
function setWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: Number(/\d+/.exec(query)?.[0]) <= width,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

const prompt = () => screen.getByRole('textbox', { name: 'Prompt' })

describe('the window', () => {
  test('shows the three regions side by side if there is room', async () => {
    setWidth(1280)
    await renderWindow()
    for (const name of ['Compose', 'Gallery', 'Queue'])
      expect(screen.getByRole('region', { name })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show queue' })).toBeNull()
    expect(screen.getAllByRole('separator')).toHaveLength(2)
  })

  test('draws Compose first, so that a prompt can be typed before the rest, which takes longer', async () => {
    // A test clock has React finish all of its work before anyone can look.
    vi.useRealTimers()
    const drawn: (readonly string[])[] = []
    const watch = new MutationObserver(() => {
      const regions = [...document.querySelectorAll('main section[aria-label]')]
      drawn.push(regions.map((region) => region.getAttribute('aria-label') ?? ''))
    })
    watch.observe(document.body, { childList: true, subtree: true })
    await renderWindow()
    watch.disconnect()
    expect(drawn.find(({ length }) => length > 0)).toEqual(['Compose'])
    for (const name of ['Compose', 'Gallery', 'Queue']) expect(drawn.at(-1)).toContain(name)
  })

  test('makes the queue a strip under 1180 px, and a column on demand', async () => {
    setWidth(1000)
    const { user } = await renderWindow()
    expect(screen.getAllByRole('separator')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Show queue' }))
    expect(screen.getAllByRole('separator')).toHaveLength(2)
    expect(screen.getAllByRole('region', { name: 'Queue' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Hide queue' }))
    expect(screen.getAllByRole('separator')).toHaveLength(1)
  })

  test('folds Compose into a bar under 900 px and unfolds it at the first invalid field', async () => {
    setWidth(820)
    const { user } = await renderWindow()
    expect(screen.queryByRole('spinbutton', { name: 'Images' })).toBeNull()
    await user.type(prompt(), 'a fern')
    await user.click(screen.getByRole('button', { name: 'Show all fields' }))
    await user.clear(screen.getByRole('spinbutton', { name: 'Images' }))
    await user.click(screen.getByRole('button', { name: 'Hide the fields' }))
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('spinbutton', { name: 'Images' })),
    )
  })

  test('pauses and resumes by Mod+.', async () => {
    const { user, bridge } = await renderWindow()
    await user.keyboard('{Control>}.{/Control}')
    await waitFor(() => expect(bridge.inputs('queue.pause')).toHaveLength(1))
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Resume queue' }).length).toBeGreaterThan(0),
    )
    await user.keyboard('{Control>}.{/Control}')
    await waitFor(() => expect(bridge.inputs('queue.resume')).toHaveLength(1))
  })

  test('does what the system’s menu asks, but nothing under a dialog', async () => {
    const { bridge } = await renderWindow()
    bridge.emit('window.commanded', 'settings')
    await screen.findByRole('dialog', { name: 'Settings' })
    bridge.emit('window.commanded', 'shortcuts')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  })

  test('lists the shortcuts by ?', async () => {
    const { user } = await renderWindow()
    await user.type(prompt(), '?')
    expect(screen.queryByRole('dialog')).toBeNull()
    prompt().blur()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  test.each([1280, 820])('keeps the gallery in view without a connection, at %i px', async (width) => {
    setWidth(width)
    const main = createMainStandIn({ connections: [] })
    standInGallery(main.bridge, 5)
    const { user, bridge } = await renderWindow(main)
    const compose = within(await screen.findByRole('region', { name: 'Compose' }))
    expect(screen.getByRole('region', { name: 'Gallery' })).toBeVisible()
    await user.click(compose.getByRole('button', { name: 'Connect a service' }))
    await user.keyboard('{Escape}')
    await user.click(compose.getByRole('button', { name: 'Try the demo service' }))
    expect(bridge.inputs('connections.useDemo')).toHaveLength(1)
    await screen.findByRole('textbox', { name: 'Prompt' })
  })

  test('reports that everything is written once the draft is, when the app quits', async () => {
    const { user, bridge, drafts } = await renderWindow()
    await user.type(prompt(), 'a fern')
    bridge.emit('app.ending', null)
    await waitFor(() => expect(bridge.inputs('app.written')).toHaveLength(1))
    expect(drafts.get('demo')?.prompt).toBe('a fern')
  })

  test('writes the draft when the window goes', async () => {
    const { user, drafts } = await renderWindow()
    await user.type(prompt(), 'a fern')
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(drafts.get('demo')?.prompt).toBe('a fern'))
  })

  test('says so if the main process cannot answer, and tries again', async () => {
    const { bridge } = createMainStandIn()
    const broken = { ok: false, error: appError('internal') }
    const request = vi.fn(bridge.request)
    request.mockResolvedValueOnce(broken)
    render(
      <TextProvider text={createText()}>
        <App client={createClient({ ...bridge, request })} />
      </TextProvider>,
    )
    await createUser().click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('banner')
  })
})
