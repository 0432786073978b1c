import { describe, expect, it } from 'vitest'
import { findPage } from '../../electron/shell/page'
import { isPageRequest } from '../../electron/shell/security'

const everywhere = [
  'https://example.com/',
  'http://127.0.0.1:5173/',
  'ws://localhost:9',
  'file:///etc/passwd',
]

describe('what the page may reach over the network', () => {
  it('is nothing when it is our own', () => {
    for (const url of everywhere) expect(isPageRequest(url, findPage(undefined))).toBe(false)
  })

  it('is the dev server alone in development, hot reload included', () => {
    const page = findPage('http://localhost:5173')
    expect(isPageRequest('http://localhost:5173/main.tsx', page)).toBe(true)
    expect(isPageRequest('ws://localhost:5173/?token=1', page)).toBe(true)
    for (const url of everywhere) expect(isPageRequest(url, page)).toBe(false)
    expect(isPageRequest('http://localhost:51730/', page)).toBe(false)
  })
})
