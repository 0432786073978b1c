/** The attribute of the field where the keyboard is at home: what has lost its own place goes there. */
export const homeFocus = { 'data-home-focus': '' } as const

/**
 * Gives the focus back to what had it. If that is gone or can't be focused, the topmost dialog gets it, since nothing
 * behind that may have it, or else the field where the keyboard is at home.
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
