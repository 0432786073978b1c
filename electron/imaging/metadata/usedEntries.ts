/** A table of colours in which those that no pixel has are black. */
export function onlyEntries(table: Buffer, entryBytes: number, used: ReadonlySet<number>): Buffer {
  const plain = Buffer.alloc(table.length)
  for (const entry of used) {
    const at = entry * entryBytes
    if (at < table.length) table.copy(plain, at, at, at + entryBytes)
  }
  return plain
}
