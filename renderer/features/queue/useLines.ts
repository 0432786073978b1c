import { type RefObject, useLayoutEffect } from 'react'
import { isTyping } from '../../stores/shortcuts'
import { onFocusLost } from '../../ui/onFocusLost'
import { returnFocus } from '../../ui/returnFocus'

/** What the arrow keys lead to: a row, and the actions in a line. */
const stops = '[data-line][tabindex], button:not(:disabled), input'

/** A line’s stops, in order; the row itself is the first. */
type Line = readonly HTMLElement[]

/**
 * The queue is one Tab stop. Up and down go from line to line, left and right through the actions in a line; Tab
 * returns to where the focus was. If a line goes while it has the focus, the line that takes its place gets it.
 */
export function useLines(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const region = ref.current
    if (region === null) return
    let current: HTMLElement | null = null
    /** The line it is in, and whether that is a row or the head of a group. */
    let at = 0
    let inRow = false

    const settle = (): void => {
      const lines = linesOf(region)
      const stop = current?.isConnected && lines.flat().includes(current) ? current : firstStop(lines)
      for (const one of lines.flat()) {
        const tabIndex = one === stop ? 0 : -1
        if (one.getAttribute('tabindex') !== String(tabIndex)) one.tabIndex = tabIndex
      }
    }
    const onFocusIn = ({ target }: FocusEvent): void => {
      const lines = linesOf(region)
      const line = lines.findIndex((stops) => stops.some((stop) => stop === target))
      if (line === -1 || !(target instanceof HTMLElement)) return
      current = target
      at = line
      inRow = target.closest('[data-lines]') !== null
      settle()
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(target)) return
      const next = target instanceof HTMLElement ? stopAfter(linesOf(region), target, key) : null
      if (next === null) return
      event.preventDefault()
      // Keeps the key from a button that would open its menu.
      event.stopPropagation()
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    }

    settle()
    const observer = new MutationObserver(settle)
    observer.observe(region, { childList: true, subtree: true })
    const stopWatching = onFocusLost(region, () => {
      const lines = linesOf(region)
      const near = lines[Math.min(at, lines.length - 1)]
      const row = lines.slice(at).find(isRow) ?? lines.findLast(isRow)
      // A bar that lost one of its buttons keeps the focus; the focus of a row that went moves to a row.
      returnFocus((inRow ? (row ?? near) : near)?.[0] ?? null)
    })
    region.addEventListener('focusin', onFocusIn)
    region.addEventListener('keydown', onKeyDown, true)
    return () => {
      observer.disconnect()
      stopWatching()
      region.removeEventListener('focusin', onFocusIn)
      region.removeEventListener('keydown', onKeyDown, true)
    }
  }, [ref])
}

function linesOf(region: HTMLElement): readonly Line[] {
  const lines = new Map<Element, HTMLElement[]>()
  for (const stop of region.querySelectorAll<HTMLElement>(stops)) {
    const line = stop.closest('[data-line]') ?? stop
    const known = lines.get(line)
    if (known === undefined) lines.set(line, [stop])
    else known.push(stop)
  }
  return [...lines.values()]
}

/** Where Tab leads before anything had the focus: the first row, or whatever there is without one. */
function firstStop(lines: readonly Line[]): HTMLElement | undefined {
  return (lines.find(isRow) ?? lines[0])?.[0]
}

function isRow([first]: Line): boolean {
  return first?.matches('[data-line]') ?? false
}

/** Where a key leads from a stop; null if it leads nowhere. */
function stopAfter(lines: readonly Line[], from: HTMLElement, key: string): HTMLElement | null {
  const at = lines.findIndex((line) => line.includes(from))
  const line = lines[at]
  if (line === undefined) return null
  const near = (count: number, index: number) => Math.max(0, Math.min(count - 1, index))
  const lineAt = (index: number) => lines[near(lines.length, index)]?.[0] ?? null
  const stopAt = (index: number) => line[near(line.length, index)] ?? null
  switch (key) {
    case 'ArrowUp':
      return lineAt(at - 1)
    case 'ArrowDown':
      return lineAt(at + 1)
    case 'Home':
      return lineAt(0)
    case 'End':
      return lineAt(lines.length - 1)
    case 'ArrowLeft':
      return stopAt(line.indexOf(from) - 1)
    case 'ArrowRight':
      return stopAt(line.indexOf(from) + 1)
    default:
      return null
  }
}
