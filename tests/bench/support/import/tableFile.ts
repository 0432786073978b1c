import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A table as a spreadsheet would save it: about 160 bytes per row, with quoted commas and quotes. */
export async function writeTable(path: string, rows: number): Promise<void> {
  await pipeline(Readable.from(lines(rows)), createWriteStream(path))
}

function* lines(rows: number): Generator<string> {
  yield 'prompt,model,size,n,mode,name,key,light\n'
  for (let row = 1; row <= rows; row++) {
    const prompt = `"Study ${row} of a harbour, seen from the ""old town"", boats in the mist, film grain, wide"`
    yield `${prompt},aurora-2,1024x1024,${(row % 4) + 1},direct,harbour ${row},harbour-${row},morning light\n`
  }
}
