import { expect, test, vi } from 'vitest'
import { createFollower } from '../../../renderer/stores/follower'

/** Each run takes this many milliseconds. */
function openFollower(takes: number) {
  const begun: number[] = []
  const start = performance.now()
  const follower = createFollower(async () => {
    begun.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, takes))
  })
  /** Changes every 20 ms. */
  const change = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      follower.follow()
      await vi.advanceTimersByTimeAsync(20)
    }
  }
  return { ...follower, begun, change }
}

test('follows the first change at once, then takes a fifth of the time', async () => {
  const { begun, change } = openFollower(50)
  await change(900)
  expect(begun).toEqual([0, 250, 500, 750])
})

test('rests for half a second at most, and follows the last change', async () => {
  const { begun, change } = openFollower(400)
  await change(1000)
  await vi.advanceTimersByTimeAsync(5000)
  expect(begun).toEqual([0, 900, 1800])
})

test('doesn’t rest while the user changes something', async () => {
  const { begun, change, hurry } = openFollower(50)
  await change(100)
  hurry()
  await change(380)
  expect(begun).toEqual([0, 100, 150, 200, 250, 300, 350, 400, 450])
  await change(2000)
  const [last = 0, before = 0] = begun.toReversed()
  expect(last - before).toBe(250)
})

test('follows nothing after its end', async () => {
  const { begun, change, stop } = openFollower(50)
  await change(100)
  stop()
  await change(2000)
  expect(begun).toEqual([0])
})
