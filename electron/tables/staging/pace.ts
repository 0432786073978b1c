/** True on the first call, then again once this many milliseconds have passed since it last was. */
export function createPace(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}
