/** Encodes text in an encoding that only decoders exist for, by what its bytes decode to. */
export function encodedAs(encoding: string, text: string): Buffer {
  const bytesOf = tableOf(encoding)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known !== undefined) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  const trails = Array.from({ length: 0xff - 0x40 }, (_, at) => at + 0x40)
  for (let lead = 0; lead < 0x100; lead += 1) {
    const alone = decoder.decode(Uint8Array.of(lead))
    if (alone !== '\ufffd') table.set(alone, [lead])
    else {
      // No line end is the second half of a character.
      const pairs = decoder.decode(Uint8Array.from(trails.flatMap((trail) => [lead, trail, 0x0a])))
      for (const [at, text] of pairs.split('\n').entries())
        if ([...text].length === 1 && !table.has(text)) table.set(text, [lead, trails[at] ?? 0])
    }
  }
  tables.set(encoding, table)
  return table
}
