/** The attribute of the field that is the focus's home: an element that lost its own place sends the focus there. */
export const homeFocus = { 'data-home-focus': '' } as const

/**
 * Gives the focus back to the element that had it. If that is gone or can't be focused, the topmost dialog gets it,
 * since nothing behind a dialog may have it; without a dialog, the home field gets it.
 */
export function returnFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to !== document.body) {
    to.focus({ preventScroll: true })
    if (document.activeElement === to) return
  }
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  const home = dialog ?? document.querySelector<HTMLElement>('[data-home-focus]')
  home?.focus({ preventScroll: true })
}
