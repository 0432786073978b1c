/** The attribute of the field where the keyboard is at home: what has lost its own place goes there. */
export const homeFocus = { 'data-home-focus': '' } as const

/** Gives the focus back to what had it; to its home when that is gone. */
export function returnFocus(to: Element | null): void {
  const there = to instanceof HTMLElement && to.isConnected && to !== document.body
  const target = there ? to : document.querySelector<HTMLElement>('[data-home-focus]')
  target?.focus({ preventScroll: true })
}
