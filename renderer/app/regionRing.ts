import { useEffect } from 'react'
import { isWindowCovered } from '../ui/windowCovered'

/**
 * Adds an element to the parts of the window that F6 cycles through. `home` selects where focus starts in it.
 */
export const inRing = (home: string) => ({ 'data-ring': home })

const focusable = 'button, input, textarea, select, a[href], [tabindex="0"]'

/** What last had the focus in a part. */
const lastIn = new WeakMap<Element, HTMLElement>()

/** Each part of the ring remembers its focus for when the user returns. */
export function useRegionRing(): void {
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const part = target instanceof HTMLElement ? target.closest('[data-ring]') : null
      if (part !== null && target instanceof HTMLElement) lastIn.set(part, target)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
}

/** Moves the focus to the next part (1) or the previous one (-1), skipping those that can't take it. */
export function goRound(step: 1 | -1): void {
  if (isWindowCovered()) return
  const parts = [...document.querySelectorAll('[data-ring]')]
  const here = parts.findIndex((part) => part.contains(document.activeElement))
  const from = here < 0 && step < 0 ? 0 : here
  for (let turn = 1; turn <= parts.length; turn++) {
    const part = parts.at((from + step * turn) % parts.length)
    if (part !== undefined && enter(part)) return
  }
}

function enter(part: Element): boolean {
  const last = lastIn.get(part)
  const home = part.querySelector<HTMLElement>(part.getAttribute('data-ring') ?? focusable)
  for (const place of [last, home, ...part.querySelectorAll<HTMLElement>(focusable)]) {
    place?.focus()
    if (part.contains(document.activeElement)) return true
  }
  return false
}
