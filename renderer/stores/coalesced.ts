/**
 * Runs `work` at most once at a time: calls made while it runs are joined into one more run
 * afterwards. The promise resolves with the run that started after the call.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  const start = (): Promise<void> => {
    const run = work().finally(() => {
      if (running === run) running = null
    })
    running = run
    return run
  }

  return () => {
    if (next !== null) return next
    if (running === null) return start()
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
