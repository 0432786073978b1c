import { join } from 'node:path'
import { createSharpLoader } from '../../../../electron/demo/sharp'
import { createRandom } from '../../../support/random'

/** Pixels of a side. */
const edge = 1024
/** How far a pixel may be from its gradient: as grainy as what models paint. */
const grain = 9

/** Paints pictures of soft shapes with grain, always the same ones, as PNG. Returns their paths. */
export async function paintPictures(folder: string, count: number): Promise<readonly string[]> {
  const sharp = await createSharpLoader()()
  const painted: string[] = []
  for (let n = 0; n < count; n++) {
    const path = join(folder, `${n}.png`)
    await sharp(pixels(n), { raw: { width: edge, height: edge, channels: 3 } })
      .png()
      .toFile(path)
    painted.push(path)
  }
  return painted
}

function pixels(n: number): Buffer {
  const random = createRandom(n + 1)
  const waves = Array.from({ length: 3 }, () => ({
    across: 0.002 + 0.02 * random.next(),
    down: 0.002 + 0.02 * random.next(),
    turn: 6 * random.next(),
  }))
  const bytes = Buffer.alloc(edge * edge * 3)
  for (let at = 0; at < bytes.length; at++) {
    const pixel = Math.floor(at / 3)
    const { across, down, turn } = waves[at % 3] ?? { across: 0, down: 0, turn: 0 }
    const wave = Math.sin((pixel % edge) * across + turn) * Math.cos(Math.floor(pixel / edge) * down - turn)
    bytes[at] = Math.round(127 + 110 * wave + grain * (random.next() - 0.5))
  }
  return bytes
}
