import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useExpansion } from '../../../renderer/features/compose/useCompose'

function typing(prompt: string) {
  const { result, rerender } = renderHook((typed: string) => useExpansion({ prompt: typed, variables: {} }), {
    initialProps: prompt,
  })
  return { read: () => result.current, type: rerender }
}

describe('while the user types', () => {
  test('a short prompt is expanded at every key', () => {
    const { read, type } = typing('{a|b}')
    expect(read().count).toBe(2n)
    type('{a|b|c}')
    expect(read().count).toBe(3n)
  })

  test('a prompt of a million characters is expanded only once typing has paused', () => {
    const long = '{a|b} and {'.repeat(90_000)
    const { read, type } = typing('{a|b}')
    type(long)
    const before = read()
    for (let key = 1; key < 20; key++) {
      type(`${long}${'x'.repeat(key)}`)
      act(() => vi.advanceTimersByTime(250))
      expect(read()).toBe(before)
    }
    act(() => vi.advanceTimersByTime(300))
    expect(read().template.groups).toHaveLength(90_001)
  })
})
