/**
 * Calls back when the focused element of a container is removed and the focus falls to the page, but not if the user
 * left it before that. Returns the disposer.
 */
export function onFocusLost(container: HTMLElement, callback: () => void): () => void {
  let held: Element | null = null

  const hold = ({ target }: FocusEvent): void => {
    held = target instanceof Element ? target : null
  }
  /** Chromium reports a blur for removed elements too. Only an element still in the page was left by the user. */
  const leave = (): void => {
    const left = held
    queueMicrotask(() => {
      if (held === left && left?.isConnected && document.activeElement !== left) held = null
    })
  }
  const observer = new MutationObserver(() => {
    if (held === null || held.isConnected) return
    held = null
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) callback()
  })

  container.addEventListener('focusin', hold)
  container.addEventListener('focusout', leave)
  observer.observe(container, { childList: true, subtree: true })
  return () => {
    container.removeEventListener('focusin', hold)
    container.removeEventListener('focusout', leave)
    observer.disconnect()
  }
}
