import { AppFailure, appError } from '@shared/errors'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressParts, droppedAt, moveReference } from '../../../renderer/parts/referenceRows'
import { takeReferences } from '../../../renderer/stores/references'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { type RenderedWindow, renderWindow } from '../../support/renderWindow'

const a = 'https://example.com/a.png'
const b = 'https://example.com/b.png'
const c = 'http://example.com/c.png'

describe('taking references out of text', () => {
  test('takes addresses line by line and leaves the rest', () => {
    expect(takeReferences([a], `${b}\n  not-a-url ${c}\nftp://example.com/d.png`)).toEqual({
      image: [a, b, c],
      left: 'not-a-url\nftp://example.com/d.png',
      again: 0,
    })
  })

  test('leaves what doesn’t fit', () => {
    const full = Array.from({ length: 100 }, (_, index) => `https://example.com/${index}.png`)
    expect(takeReferences(full, a)).toEqual({ image: full, left: a, again: 0 })
  })

  test('takes addresses out of a sentence', () => {
    expect(takeReferences([], `${a}, ${b};${c}.`)).toEqual({ image: [a, b, c], left: '', again: 0 })
  })

  test('takes each address once', () => {
    expect(takeReferences([a], `${a} ${b} ${b}`)).toEqual({ image: [a, b], left: '', again: 2 })
  })

  test('moves an address within the list', () => {
    expect(moveReference([a, b, c], 2, 0)).toEqual([c, a, b])
    expect(moveReference([a, b], 1, 2)).toEqual([a, b])
  })

  test('drops an address before or after another', () => {
    expect(droppedAt(0, { to: 'after', id: '2' })).toBe(2)
    expect(droppedAt(0, { to: 'before', id: '2' })).toBe(1)
    expect(droppedAt(2, { to: 'before', id: '0' })).toBe(0)
    expect(droppedAt(2, { to: 'after', id: '0' })).toBe(1)
  })

  test('identifies an address by its host and its end', () => {
    expect(addressParts('https://images.example:8443/a.png?v=1')).toEqual({
      host: 'images.example:8443',
      end: '/a.png?v=1',
    })
    expect(addressParts(`https://images.example/${'x'.repeat(5000)}/fern.png`).end).toMatch(
      /^….{7}\/fern\.png$/,
    )
    expect(addressParts('https://images.example')).toEqual({ host: 'images.example', end: '' })
    expect(addressParts('https://images.example/a.png?Expires=1&Signature=x').end).toBe('/a.png?…')
  })
})

describe('Reference images', () => {
  let window: RenderedWindow
  const input = () => screen.getByRole('textbox', { name: 'Reference images' })
  const rows = () => screen.queryAllByRole('listitem', { name: /^Reference \d/ })
  const urls = () => rows().map((row) => row.getAttribute('aria-label')?.split(': ')[1])

  beforeEach(async () => {
    window = await renderWindow()
    await window.user.click(screen.getByRole('radio', { name: 'Direct' }))
    await window.user.click(input())
    await window.user.paste(`${a}\n${b}\n${c}`)
  })

  test('accepts pasted lines as a list', () => {
    expect(urls()).toEqual([a, b, c])
    expect(input()).toHaveProperty('value', '')
  })

  test('reports addresses that are there already, and drops without an address', async () => {
    await window.user.paste(`${a}\nhttps://example.com/d.png`)
    expect(urls()).toEqual([a, b, c, 'https://example.com/d.png'])
    expect(screen.getByText('This address is already in the list.')).toBeVisible()

    fireEvent.drop(input(), { dataTransfer: dropped({}, [new File(['x'], 'fern.png')]) })
    expect(screen.getByText(/^Only addresses can be sent, not files/)).toBeVisible()
    fireEvent.drop(input(), { dataTransfer: dropped({}) })
    expect(screen.getByText('There was no address in what you dropped.')).toBeVisible()
    expect(urls()).toHaveLength(4)
  })

  test('accepts a dropped link or image in preference to the file that comes with it', () => {
    const list = '# a page\r\nhttps://example.com/d.png\r\nhttps://example.com/e.png'
    const file = new File(['x'], 'd.png')
    fireEvent.drop(rows()[0] ?? expect.unreachable(), {
      dataTransfer: dropped({ 'text/uri-list': list, 'text/plain': 'D' }, [file]),
    })
    fireEvent.drop(input(), { dataTransfer: dropped({ 'text/plain': 'https://example.com/f.png' }) })
    expect(urls()).toEqual([a, b, c, ...['d', 'e', 'f'].map((name) => `https://example.com/${name}.png`)])
  })

  test('accepts what is dropped on it, before the window opens it as a table', () => {
    const dataTransfer = { ...dropped({}, [new File(['x'], 'ferns.csv')]), types: ['Files'] }
    fireEvent.dragOver(document.body, { dataTransfer })
    expect(screen.getByText('Drop the table')).toBeVisible()
    fireEvent.dragOver(input(), { dataTransfer })
    expect(screen.queryByText('Drop the table')).toBeNull()
    fireEvent.drop(input(), { dataTransfer })
    expect(screen.getByText(/^Only addresses can be sent, not files/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('moves a row by the pointer', async () => {
    const [first, , third] = rows()
    if (first === undefined || third === undefined) return expect.unreachable()
    document.elementFromPoint = () => third
    third.getBoundingClientRect = () => new DOMRect(0, 100, 200, 30)
    fireEvent.pointerDown(first, { button: 0, clientY: 10 })
    fireEvent.pointerMove(first, { clientX: 5, clientY: 125 })
    fireEvent.pointerUp(first)
    expect(urls()).toEqual([b, c, a])
    expect(document.activeElement).toBe(rows()[2])
  })

  test('keeps an address that was still in the field when a row was taken up', async () => {
    await window.user.type(input(), 'https://example.com/d.png')
    const [first, , third] = rows()
    if (first === undefined || third === undefined) return expect.unreachable()
    document.elementFromPoint = () => third
    third.getBoundingClientRect = () => new DOMRect(0, 100, 200, 30)
    fireEvent.pointerDown(first, { button: 0, clientY: 10 })
    act(() => first.focus())
    expect(urls()).toHaveLength(4)
    fireEvent.pointerMove(first, { clientX: 5, clientY: 125 })
    fireEvent.pointerUp(first)
    expect(urls()).toEqual([b, c, a, 'https://example.com/d.png'])
  })

  test('moves and removes rows by keys, with the focus staying on the row', async () => {
    rows()[2]?.focus()
    await window.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(urls()).toEqual([a, c, b])
    expect(document.activeElement).toBe(rows()[1])
    await window.user.keyboard('{Delete}')
    expect(urls()).toEqual([a, b])
    await window.user.click(screen.getByRole('button', { name: 'Remove reference 1' }))
    expect(urls()).toEqual([b])
  })

  test('reports at the field what isn’t an image URL, and does not send it', async () => {
    await window.user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await window.user.type(input(), 'nonsense{Enter}')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await window.user.click(screen.getByRole('button', { name: 'Generate' }))
    expect(document.activeElement).toBe(input())
    expect(window.bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('sends an address that is still being typed', async () => {
    await window.user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await window.user.type(input(), 'https://example.com/d.png{Control>}{Enter}{/Control}')
    await waitFor(() => expect(window.bridge.inputs('jobs.enqueue')).toHaveLength(1))
    expect(window.bridge.inputs('jobs.enqueue')[0]?.draft.image).toEqual([
      a,
      b,
      c,
      'https://example.com/d.png',
    ])
    expect(
      within(screen.getByRole('region', { name: 'Compose' })).queryByText(/isn’t an image URL/),
    ).toBeNull()
  })
})

function dropped(texts: Readonly<Record<string, string>>, files: readonly File[] = []) {
  return { getData: (type: string) => texts[type] ?? '', files, types: Object.keys(texts) }
}

describe('references in a mode that can’t include them', () => {
  test('are kept, which is said, and sent after switching to Direct', async () => {
    const { user, bridge } = await renderWindow()
    const line = screen.getByText(/^No size or references in Background\./)
    fireEvent.drop(line, { dataTransfer: dropped({ 'text/uri-list': a }) })
    expect(screen.getByText(/^Kept for Direct: 1 reference\./)).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Background' }).getAttribute('aria-checked')).toBe('true')
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await user.click(screen.getByRole('button', { name: 'Switch to Direct' }))
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')[0]?.draft.image).toEqual([a]))
  })
})

describe('previewing a reference', () => {
  async function withReference() {
    const main = createMainStandIn({ connections: [serviceConnection] })
    main.bridge.answer('references.closePreview', () => null)
    const window = await renderWindow(main)
    await window.user.click(screen.getByRole('radio', { name: 'Direct' }))
    await window.user.click(screen.getByRole('textbox', { name: 'Reference images' }))
    await window.user.paste(a)
    return window
  }
  const row = () => screen.getByRole('listitem', { name: /^Reference 1/ })

  test('fetches it when asked, and releases it when closed, with the focus back on its row', async () => {
    const { user, bridge } = await withReference()
    bridge.answer('references.preview', () => ({ id: 'p1', width: 1600, height: 400 }))
    expect(bridge.inputs('references.preview')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Look at reference 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reference 1 of 1' }))
    const picture = await dialog.findByRole('img', { name: 'Reference 1 as it looks now' })
    expect(picture.getAttribute('src')).toBe('cyanotype://preview/p1')
    expect(dialog.getByText('1600 × 400')).toBeVisible()
    expect(bridge.inputs('references.preview')).toEqual([{ connectionId: 'aurora', url: a }])

    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('references.closePreview')).toHaveLength(1)
    expect(document.activeElement).toBe(row())
  })

  test('says why there is nothing to see, tries again, and can be closed while it is being fetched', async () => {
    const { user, bridge } = await withReference()
    bridge.answer('references.preview', () => {
      throw new AppFailure(appError('previewRefused', { params: { status: 410 } }))
    })
    row().focus()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('answered with 410')

    bridge.answer('references.preview', () => new Promise(() => {}))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Fetching from example.com, without your key')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(bridge.inputs('references.closePreview')).toHaveLength(2)
    expect(document.activeElement).toBe(row())
  })
})
