/** True the first time it is asked, then again once so many milliseconds have passed since it was. */
export function createPace(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}
