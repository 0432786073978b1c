import { beforeEach, expect, test, vi } from 'vitest'
import { createScrollHand } from '../../../renderer/features/gallery/scrollHand'

const view = 700
const frameMs = 16

beforeEach(() => {
  vi.advanceTimersByTime(10_000)
})

/** The pace after each step, one in each frame. */
function paces(hand: ReturnType<typeof createScrollHand>, steps: readonly number[]): readonly string[] {
  return steps.map((distance) => {
    vi.advanceTimersByTime(frameMs)
    return hand.moved(distance, view)
  })
}

test('one long step is no race, as of a click beside the thumb', () => {
  const hand = createScrollHand()
  expect(hand.moved(20 * view, view)).toBe('steady')
  vi.advanceTimersByTime(500)
  expect(hand.moved(20 * view, view)).toBe('steady')
})

test('nor is one that follows a short one, as when the thumb is pressed and dragged far at once', () => {
  expect(paces(createScrollHand(), [5, 20 * view])).toEqual(['steady', 'steady'])
})

test('a notch of the wheel is no race', () => {
  expect(paces(createScrollHand(), [10, 20, 30, 20, 10, 5])).toEqual(Array(6).fill('steady'))
})

test('a wheel that turns fast races from its first fast frame, and not only once it has gone far', () => {
  expect(paces(createScrollHand(), [40, 150, 240])).toEqual(['steady', 'racing', 'racing'])
})

test('it races until it has gone less than the view in a tenth of a second', () => {
  const hand = createScrollHand()
  paces(hand, Array(10).fill(240))
  expect(paces(hand, Array(8).fill(60)).at(0)).toBe('racing')
  expect(paces(hand, [60]).at(0)).toBe('steady')
})

test('the thumb passes with its second long step, and slows a tenth of a second after its last', () => {
  const hand = createScrollHand()
  const told: string[] = []
  const forget = hand.listen(document.createElement('div'), {
    onSlow: () => told.push('slow'),
    onRest: () => told.push('rest'),
  })
  expect(paces(hand, Array(3).fill(9 * view))).toEqual(['steady', 'passing', 'passing'])
  vi.advanceTimersByTime(99)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['slow'])
  vi.advanceTimersByTime(100)
  expect(told).toEqual(['slow', 'rest'])
  forget()
})
