/** Time for the page before the core takes over the main process's thread. */
export interface HeadStart {
  /** Resolves when `end` is called, or after the limit at the latest. */
  readonly over: Promise<void>
  end(): void
}

/** `limitMs`: a page that never asks for its script must not keep the core from starting; default 1000. */
export function createHeadStart(limitMs = 1000): HeadStart {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const timer = setTimeout(end, limitMs)
  return {
    over: over.finally(() => clearTimeout(timer)),
    end: () => end(),
  }
}
