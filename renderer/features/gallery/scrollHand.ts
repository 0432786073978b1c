/** How the person scrolls an element at the moment. */
export interface ScrollHand {
  /** Whether the element is under way, by the wheel or the thumb. */
  isMoving(): boolean
  /** Whether a long step is one of the thumb: the wheel's add up to one while the window is busy. */
  jumps(): boolean
  /** Notes that the element moved. */
  moved(): void
  /** Calls `rested` once the element no longer moves; returns the disposer. */
  listen(element: HTMLElement, rested: () => void): () => void
}

/** Steps of one move are closer together than this, in ms. */
const restMs = 200

/** The wheel's last step may reach the element this much later, in ms. */
const wheelMs = 300

export function createScrollHand(): ScrollHand {
  let movedAt = Number.NEGATIVE_INFINITY
  let wheeledAt = Number.NEGATIVE_INFINITY
  let resting: number | undefined
  let onRest = (): void => {}
  const wheel = () => {
    wheeledAt = performance.now()
  }
  const press = () => {
    wheeledAt = Number.NEGATIVE_INFINITY
  }

  return {
    isMoving: () => performance.now() - movedAt < restMs,
    jumps: () => performance.now() - wheeledAt > wheelMs,
    moved() {
      movedAt = performance.now()
      window.clearTimeout(resting)
      resting = window.setTimeout(() => onRest(), restMs)
    },
    listen(element, rested) {
      onRest = rested
      const passive = { passive: true }
      element.addEventListener('wheel', wheel, passive)
      element.addEventListener('touchmove', wheel, passive)
      element.addEventListener('pointerdown', press, passive)
      return () => {
        onRest = () => {}
        element.removeEventListener('wheel', wheel)
        element.removeEventListener('touchmove', wheel)
        element.removeEventListener('pointerdown', press)
      }
    },
  }
}
