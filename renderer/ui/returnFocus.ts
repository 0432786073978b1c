/** The attribute of the field where the keyboard is at home: what has lost its own place goes there. */
export const homeFocus = { 'data-home-focus': '' } as const

/** Gives the focus back to what had it; to its home when that is gone or takes none. */
export function returnFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to !== document.body) {
    to.focus({ preventScroll: true })
    if (document.activeElement === to) return
  }
  document.querySelector<HTMLElement>('[data-home-focus]')?.focus({ preventScroll: true })
}
