/**
 * Tells of each key whether it may have come before: no is certain, so that a table in which each row has a key of its own
 * need not be searched. Two hashes of 26 bits each are kept of a key.
 */
export function createSeenKeys(): (key: string) => boolean {
  const seen = new Set<number>()
  return (key) => {
    let [one, other] = [0x811c9dc5, 0x9e3779b9]
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at)
      one = Math.imul(one ^ code, 0x01000193)
      other = Math.imul(other ^ code, 0x85ebca6b)
    }
    const hash = (one >>> 6) * 2 ** 26 + (other >>> 6)
    if (seen.has(hash)) return true
    seen.add(hash)
    return false
  }
}
