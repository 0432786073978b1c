import { pngFile } from '../../../support/pngFile'
import { createRandom } from '../../../support/random'

/** Pixels: in base64, the small one is read with its answer, and the large one goes to a file on the way. */
const edges = [20, 80] as const

/** A real PNG of noise, different for each number; about 1.3 or 20 kB. */
export function pictureOf(number: number): Buffer {
  const random = createRandom(number)
  const edge = random.pick(edges)
  const rows = Buffer.alloc(edge * (1 + edge * 3))
  for (let at = 0; at < rows.length; at++) rows[at] = at % (1 + edge * 3) === 0 ? 0 : random.whole(0, 255)
  return pngFile({ edge, colour: [8, 2], rows })
}
