const setCount = 1024

/**
 * Says for each key whether it may have come before. "No" is certain, so a table in which each row has a different key
 * needn't be searched. Each key has two hashes: one chooses a set, and that set holds the other. The second has 31
 * bits, because V8 keeps larger numbers on the heap, which is slower.
 */
export function createSeenKeys(): (key: string) => boolean {
  const sets = Array.from({ length: setCount }, () => new Set<number>())
  return (key) => {
    let [one, other] = [0x811c9dc5, 0x9e3779b9]
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at)
      one = Math.imul(one ^ code, 0x01000193)
      other = Math.imul(other ^ code, 0x85ebca6b)
    }
    const hash = one >> 1
    const seen = sets[(other >>> 20) % setCount]
    if (seen?.has(hash)) return true
    seen?.add(hash)
    return false
  }
}
