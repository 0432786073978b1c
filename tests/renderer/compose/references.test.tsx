import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveReference, takeReferences } from '../../../renderer/features/compose/references'
import { type RenderedWindow, renderWindow } from '../../support/renderWindow'

afterEach(cleanup)

const a = 'https://example.com/a.png'
const b = 'https://example.com/b.png'
const c = 'http://example.com/c.png'

describe('taking references out of text', () => {
  it('takes addresses line by line and leaves the rest', () => {
    expect(takeReferences([a], `${b}\n  not-a-url ${c}\nftp://example.com/d.png`)).toEqual({
      image: [a, b, c],
      left: 'not-a-url\nftp://example.com/d.png',
    })
  })

  it('leaves what finds no room', () => {
    const full = Array.from({ length: 100 }, (_, index) => `https://example.com/${index}.png`)
    expect(takeReferences(full, a)).toEqual({ image: full, left: a })
  })

  it('moves one and stays within the list', () => {
    expect(moveReference([a, b, c], 2, 0)).toEqual([c, a, b])
    expect(moveReference([a, b], 1, 2)).toEqual([a, b])
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

  it('takes pasted lines as a list', () => {
    expect(urls()).toEqual([a, b, c])
    expect(input()).toHaveProperty('value', '')
  })

  it('moves and removes by keys, the focus staying on the row', async () => {
    rows()[2]?.focus()
    await window.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(urls()).toEqual([a, c, b])
    expect(document.activeElement).toBe(rows()[1])
    await window.user.keyboard('{Delete}')
    expect(urls()).toEqual([a, b])
    await window.user.click(screen.getByRole('button', { name: 'Remove reference 1' }))
    expect(urls()).toEqual([b])
  })

  it('says at the field what is no image URL and does not send it', async () => {
    await window.user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await window.user.type(input(), 'nonsense{Enter}')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await window.user.click(screen.getByRole('button', { name: 'Generate' }))
    expect(document.activeElement).toBe(input())
    expect(window.bridge.inputs('jobs.enqueue')).toEqual([])
  })

  it('sends an address that is still being typed', async () => {
    await window.user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await window.user.type(input(), 'https://example.com/d.png{Control>}{Enter}{/Control}')
    await waitFor(() => expect(window.bridge.inputs('jobs.enqueue')).toHaveLength(1))
    expect(window.bridge.inputs('jobs.enqueue')[0]?.draft.image).toEqual([
      a,
      b,
      c,
      'https://example.com/d.png',
    ])
    expect(within(screen.getByRole('region', { name: 'Compose' })).queryByText(/not an image URL/)).toBeNull()
  })
})
