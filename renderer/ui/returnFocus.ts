/** The attribute of the field where the keyboard is at home: what has lost its own place goes there. */
export const homeFocus = { 'data-home-focus': '' } as const

/** Gives the focus back to what had it. When that is gone, to the topmost dialog, as nothing behind it may have it, else to its home. */
export function returnFocus(to: Element | null): void {
  const there = to instanceof HTMLElement && to.isConnected && to !== document.body
  const home = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  const target = there ? to : (home ?? document.querySelector<HTMLElement>('[data-home-focus]'))
  target?.focus({ preventScroll: true })
}
