/** How the user scrolls an element at the moment. */
export interface ScrollHand {
  /** Whether the element is under way, by the wheel or the thumb. */
  isMoving(): boolean
  /** Whether a long step is one of the thumb: the wheel's add up to one while the window is busy. */
  jumps(): boolean
  /** Notes a move of the list, and returns how fast it is; both in CSS pixels, `view` is the visible part's height. */
  moved(distance: number, view: number): Pace
  /** Tells how it comes to rest: `onSlow` once it no longer races, `onRest` once it no longer moves. Returns the disposer. */
  listen(element: HTMLElement, told: { readonly onSlow: () => void; readonly onRest: () => void }): () => void
}

/**
 * `racing`: what comes into view is gone from it within 100 ms, and nobody can look at it; `passing`: and each step
 * leaves nothing in view that was there before.
 */
export type Pace = 'steady' | 'racing' | 'passing'

/** Steps of one move are closer together than this, in ms. */
const restMs = 200

/** A speed of more than the view in this time, in ms, is a race; a pause of this length ends it. */
const raceMs = 100
/** What a faster screen tells of in less time is taken as this, in ms. */
const frameMs = 1000 / 60

/** A single step, as of a click beside the thumb, is no race however far it goes. */
const stepShare = 0.7

/** The wheel's last step may reach the element this much later, in ms. */
const wheelMs = 300

export function createScrollHand(): ScrollHand {
  let movedAt = Number.NEGATIVE_INFINITY
  let wheeledAt = Number.NEGATIVE_INFINITY
  /** In the last `raceMs`, in views. */
  let travelled = 0
  let pace: Pace = 'steady'
  let slowing: number | undefined
  let resting: number | undefined
  let onSlow = (): void => {}
  let onRest = (): void => {}
  const wheel = () => {
    wheeledAt = performance.now()
  }
  const press = () => {
    wheeledAt = Number.NEGATIVE_INFINITY
  }
  const slow = () => {
    pace = 'steady'
    travelled = 0
    onSlow()
  }

  return {
    isMoving: () => performance.now() - movedAt < restMs,
    jumps: () => performance.now() - wheeledAt > wheelMs,
    moved(distance, view) {
      const now = performance.now()
      const passed = now - movedAt
      const step = Math.min(distance / view, stepShare)
      travelled = travelled * Math.max(0, 1 - passed / raceMs) + step
      // The speed tells that the wheel has begun to race, and what was travelled that it no longer does.
      const speed = distance > view ? 0 : (step * raceMs) / Math.max(passed, frameMs)
      const most = Math.max(travelled, speed)
      movedAt = now
      window.clearTimeout(resting)
      resting = window.setTimeout(() => onRest(), restMs)
      window.clearTimeout(slowing)
      if (most <= 1) pace = 'steady'
      else {
        if (distance > view || pace === 'steady') pace = distance > view ? 'passing' : 'racing'
        slowing = window.setTimeout(slow, raceMs)
      }
      return pace
    },
    listen(element, told) {
      onSlow = told.onSlow
      onRest = told.onRest
      const passive = { passive: true }
      element.addEventListener('wheel', wheel, passive)
      element.addEventListener('touchmove', wheel, passive)
      element.addEventListener('pointerdown', press, passive)
      return () => {
        onSlow = () => {}
        onRest = () => {}
        element.removeEventListener('wheel', wheel)
        element.removeEventListener('touchmove', wheel)
        element.removeEventListener('pointerdown', press)
      }
    },
  }
}
