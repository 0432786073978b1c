import { useEffect } from 'react'
import { returnFocus } from './returnFocus'

const tabStops =
  'button:not([tabindex="-1"]), a[href], input:not([tabindex="-1"]), textarea, [tabindex="0"]:not([data-radix-focus-guard])'

/**
 * What was replaced with the keyboard on it gives it to what is nearest: to the first thing beside it, in its part of the
 * window, else to its home. The last resort, for places that don't keep the focus on their own.
 */
export function useFocusKept(): void {
  useEffect(() => {
    // What has the focus, then what it stands in, from the inside out; nothing after a press beside everything.
    let kept: readonly Element[] = []
    const keep = (): void => {
      kept = withAncestors(document.activeElement)
    }
    const forget = (): void => {
      kept = []
    }
    const observer = new MutationObserver(() => {
      const [lost] = kept
      if (lost === undefined || lost.isConnected || document.activeElement !== document.body) return
      returnFocus(nearest(kept))
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', keep)
    document.addEventListener('pointerdown', forget, true)
    document.addEventListener('pointerup', keep, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', keep)
      document.removeEventListener('pointerdown', forget, true)
      document.removeEventListener('pointerup', keep, true)
    }
  }, [])
}

function withAncestors(element: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) found.push(at)
  return found
}

function nearest(lost: readonly Element[]): Element | null {
  for (const around of lost) {
    if (!around.isConnected) continue
    const stop = around.querySelector(tabStops)
    if (stop !== null) return stop
    if (around.matches('section, aside, header, [role=dialog]')) return null
  }
  return null
}
