import { expect, test, vi } from 'vitest'
import { createToastStore } from '../../../renderer/stores/toastStore'

const open = () => {
  const toasts = createToastStore()
  const shown = () => toasts.getState().toast?.text ?? null
  const close = () => toasts.close(toasts.getState().toast?.id ?? 0)
  return { toasts, shown, close }
}

test('shows one toast, the newest', () => {
  const { toasts, shown, close } = open()
  toasts.show({ text: 'one', action: null })
  toasts.show({ text: 'two', action: null })
  expect(shown()).toBe('two')
  close()
  expect(shown()).toBeNull()
})

test('shows a failure again once what came after it has left, until the failure itself is closed', () => {
  const { toasts, shown, close } = open()
  toasts.fail('no disk')
  toasts.fail('no network')
  toasts.show({ text: 'done', action: null })
  expect(shown()).toBe('done')
  close()
  expect(shown()).toBe('no network')
  close()
  expect(shown()).toBe('no disk')
  close()
  expect(shown()).toBeNull()
})

test('has the same failure only once', () => {
  const { toasts, shown, close } = open()
  toasts.fail('no disk')
  toasts.fail('no disk')
  close()
  expect(shown()).toBeNull()
})

test('closes only the one that was meant', () => {
  const { toasts, shown } = open()
  toasts.show({ text: 'one', action: null })
  const before = toasts.getState().toast?.id ?? 0
  toasts.show({ text: 'two', action: null })
  toasts.close(before)
  expect(shown()).toBe('two')
})

test('brings an undo back once a failure in its place has left, while it is possible', () => {
  const { toasts, shown, close } = open()
  const action = { label: 'Cancel batch', run: async () => null }
  toasts.show({ text: 'queued', action })
  toasts.fail('no disk')
  toasts.fail('no network')
  expect(shown()).toBe('no network')
  close()
  close()
  expect(shown()).toBe('queued')
  close()
  toasts.show({ text: 'deleted', action, until: Date.now() - 1 })
  toasts.fail('no disk')
  close()
  expect(shown()).toBeNull()
  toasts.show({ text: 'filled in', action })
  toasts.fail('no disk')
  vi.setSystemTime(Date.now() + 10_001)
  close()
  expect(shown()).toBeNull()
  toasts.show({ text: 'queued', action })
  toasts.fail('no disk')
  toasts.show({ text: 'done', action: null })
  close()
  expect(shown()).toBe('no disk')
  close()
  expect(shown()).toBeNull()
})

test('brings back one that lasts after others, each for what is left of its time', () => {
  const { toasts, shown, close } = open()
  const action = { label: 'Cancel batch', run: async () => null }
  const lasting = (text: string, ms: number) =>
    toasts.show({ text, action, until: Date.now() + ms, lasts: true })
  lasting('one cancelled', 30_000)
  lasting('two cancelled', 20_000)
  toasts.show({ text: 'done', action })
  toasts.fail('no disk')
  close()
  expect(shown()).toBe('done')
  close()
  expect(shown()).toBe('two cancelled')
  vi.setSystemTime(Date.now() + 20_000)
  toasts.show({ text: 'done', action: null })
  close()
  expect(shown()).toBe('one cancelled')
  vi.setSystemTime(Date.now() + 10_000)
  toasts.show({ text: 'done', action: null })
  close()
  expect(shown()).toBeNull()

  lasting('three cancelled', 30_000)
  toasts.fail('no disk')
  vi.setSystemTime(Date.now() + 29_000)
  close()
  expect(shown()).toBe('three cancelled')
})
