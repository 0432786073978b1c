import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageFormat } from '@shared/model/image'
import { picture } from '../../../../electron/demo/art/picture'
import { createSharpLoader } from '../../../../electron/demo/sharp'
import { scratchFolder } from './scratch'

/** A picture of the demo's artist, as a file. */
export interface DrawnPicture {
  /** Absolute. */
  readonly path: string
  readonly format: ImageFormat
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly sha256: string
}

const loadSharp = createSharpLoader()

const sizes = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
  { width: 1344, height: 768 },
  { width: 768, height: 1344 },
  { width: 1024, height: 768 },
] as const
const formats = ['png', 'jpeg', 'webp'] as const
const places = ['harbour', 'heron', 'quarry', 'lantern', 'meadow', 'kiln', 'glacier'] as const

/** Pictures of several shapes, colours and formats, always the same ones. Those drawn before aren't drawn again. */
export async function drawPictures(count: number): Promise<readonly DrawnPicture[]> {
  const folder = join(scratchFolder, 'pictures')
  await mkdir(folder, { recursive: true })
  const drawn: DrawnPicture[] = []
  for (let n = 0; n < count; n++) {
    const size = of(sizes, n)
    const format = of(formats, Math.floor(n / sizes.length))
    const path = join(folder, `${n}.${format}`)
    if (!existsSync(path)) await drawPicture(path, { ...size, format, n })
    const file = await readFile(path)
    const sha256 = createHash('sha256').update(file).digest('hex')
    drawn.push({ ...size, path, format, bytes: file.length, sha256 })
  }
  return drawn
}

/** Draws the nth picture into a file. */
export async function drawPicture(
  path: string,
  { n, format, ...size }: Pick<DrawnPicture, 'format' | 'width' | 'height'> & { readonly n: number },
): Promise<void> {
  const title = `A ${of(places, n)}, study ${n + 1}`
  const subject = { ...size, seed: `bench ${n}`, title, note: 'Demo', sketched: n % 25 === 24 }
  const sharp = await loadSharp()
  const image = sharp(Buffer.from(picture(subject))).flatten()
  await writeFile(`${path}.new`, await image.toFormat(format, { quality: 88 }).toBuffer())
  await rename(`${path}.new`, path)
}

/** The nth of a list that begins again after its end. */
function of<T>(list: readonly T[], n: number): T {
  const one = list[n % list.length]
  if (one === undefined) throw new Error('the list is empty')
  return one
}
