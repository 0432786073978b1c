import { describe, expect, it } from 'vitest'
import { isOurPage } from '../../electron/shell/ipcTransport'

const origin = 'app://cyanotype'
const frame = (ofOrigin = origin) => ({ origin: ofOrigin })
const contents = (mainFrame: object) => ({ mainFrame })
const event = (sender: object, senderFrame: { readonly origin: string } | null) => ({ sender, senderFrame })

describe('the sender of a request', () => {
  const main = frame()
  const ours = contents(main)

  it('is ours when it is the main frame of our window on our page', () => {
    expect(isOurPage(event(ours, main), { contents: ours, origin })).toBe(true)
  })

  it.each([
    ['a frame that is gone', event(ours, null)],
    ['a frame inside our page', event(ours, frame())],
    ['another window', event(contents(main), main)],
  ])('is not ours when it is %s', (_, request) => {
    expect(isOurPage(request, { contents: ours, origin })).toBe(false)
  })

  it.each(['https://example.com', 'app://elsewhere', 'null', 'file://'])(
    'is not ours on a page of %s',
    (other) => {
      const moved = frame(other)
      const window = contents(moved)
      expect(isOurPage(event(window, moved), { contents: window, origin })).toBe(false)
    },
  )
})
