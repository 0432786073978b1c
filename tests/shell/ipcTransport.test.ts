import { appError } from '@shared/errors'
import { bringChannel, droppedChannel } from '@shared/ipc/bridge'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerRequests, isOurPage } from '../../electron/shell/ipcTransport'
import { ipcMain } from './electronStandIn'

const origin = 'app://cyanotype'
const frame = (ofOrigin = origin) => ({ origin: ofOrigin })
const contents = (mainFrame: object) => ({ mainFrame })
const event = (sender: object, senderFrame: { readonly origin: string } | null) => ({ sender, senderFrame })

describe('the sender of a request', () => {
  const main = frame()
  const ours = contents(main)

  test('is ours when it is the main frame of our window on our page', () => {
    expect(isOurPage(event(ours, main), { contents: ours, origin })).toBe(true)
  })

  test.each([
    ['a frame that is gone', event(ours, null)],
    ['a frame inside our page', event(ours, frame())],
    ['another window', event(contents(main), main)],
  ])('is not ours when it is %s', (_, request) => {
    expect(isOurPage(request, { contents: ours, origin })).toBe(false)
  })

  test.each(['https://example.com', 'app://elsewhere', 'null', 'file://'])(
    'is not ours on a page of %s',
    (other) => {
      const moved = frame(other)
      const window = contents(moved)
      expect(isOurPage(event(window, moved), { contents: window, origin })).toBe(false)
    },
  )
})

describe('a dropped file', () => {
  const main = frame()
  const ours = contents(main)
  const refused = { ok: false, error: appError('notAllowed') } as const

  function listening() {
    const opened: [string, unknown][] = []
    const brought: (readonly string[])[] = []
    const core = {
      handle: async () => refused,
      async openTable(path: string, input: unknown) {
        opened.push([path, input])
        return { ok: true, value: null } as const
      },
      async bringDropped(paths: readonly string[]) {
        brought.push(paths)
        return { ok: true, value: null } as const
      },
    }
    onTestFinished(() => void ipcMain.handlers.clear())
    answerRequests(Promise.resolve(core), { contents: ours, origin })
    const drop = (sender: object, ...said: unknown[]) =>
      ipcMain.handlers.get(droppedChannel)?.(sender, ...said)
    const bring = (sender: object, ...said: unknown[]) =>
      ipcMain.handlers.get(bringChannel)?.(sender, ...said)
    return { opened, brought, drop, bring }
  }

  test('is opened by its path, with the page’s options', async () => {
    const { opened, drop } = listening()
    expect(await drop(event(ours, main), '/home/ada/birds.csv', { a: 1 })).toEqual({ ok: true, value: null })
    expect(opened).toEqual([['/home/ada/birds.csv', { a: 1 }]])
  })

  test.each([
    ['comes from elsewhere', event(contents(main), main), '/home/ada/birds.csv'],
    ['was made by a script', event(ours, main), ''],
    ['has a path that is not whole', event(ours, main), '../birds.csv'],
    ['has none at all', event(ours, main), undefined],
  ])('is refused when it %s', async (_, sender, path) => {
    const { opened, brought, drop, bring } = listening()
    expect(await drop(sender, path, {})).toEqual(refused)
    expect(await bring(sender, ['/home/ada/birds.png', path])).toEqual(refused)
    expect(opened).toEqual([])
    expect(brought).toEqual([])
  })

  test('is looked at with others by their paths, if it is an image', async () => {
    const { brought, bring } = listening()
    const paths = ['/home/ada/birds.png', '/home/ada/ferns']
    expect(await bring(event(ours, main), paths)).toEqual({ ok: true, value: null })
    expect(await bring(event(ours, main), 'birds.png')).toEqual(refused)
    expect(brought).toEqual([paths])
  })
})
