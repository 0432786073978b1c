import { dunes, forest, hills } from './landScenes'
import { breakLines, lettering, lineHeight, writableWords } from './lettering'
import { mountains } from './mountains'
import { mix, type Palette, palettes } from './palettes'
import { randomOf } from './random'
import { box, type Canvas, type Shape, type Wash } from './shapes'
import { lake, sea } from './waterScenes'

/** What determines a picture: the same input gives the same picture. */
export interface Subject extends Canvas {
  /** The seed in full. */
  readonly seed: string
  /** Written under the picture. */
  readonly title: string
  /** Written small under the title. */
  readonly note: string
  /** Pen on paper instead of colour. */
  readonly sketched: boolean
}

const paper = '#f3efe4'
const ink = '#2b3440'

/** The light in the picture of a seed. */
export function paletteOf(seed: string): Palette {
  return randomOf(seed, 'palette').pick(palettes)
}

/** A landscape as SVG without text elements, fonts or references: every build of sharp draws it the same way. */
export function picture(subject: Subject): string {
  const { width, height, seed } = subject
  const scene = randomOf(seed, 'scene').pick([hills, mountains, sea, dunes, forest, lake])
  const shapes = scene({ width, height }, paletteOf(seed), randomOf(seed, 'shapes'))
  const drawn = subject.sketched
    ? shapes.map((shape) => sketched(shape, subject)).join('')
    : shapes.map((shape) => painted(shape, subject)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${drawn}${caption(subject)}</svg>`
}

const painted = (shape: Shape | Wash, canvas: Canvas): string =>
  'path' in shape ? filled(shape) : bands(shape, canvas)

/** `opacity` itself would have the renderer paint each shape on a layer of its own, at four times the cost. */
function filled({ path, fill, opacity }: Shape): string {
  const see = opacity === undefined ? '' : ` fill-opacity="${opacity.toFixed(2)}"`
  return `<path d="${path}" fill="${fill}"${see}/>`
}

/** One band for each colour that its rows of pixels have: it looks like a gradient, and is drawn ten times as fast. */
function bands({ top, foot, colours: [first, last] }: Wash, { width }: Canvas): string {
  const drawn: string[] = []
  let from = top
  let colour = first
  for (let row = Math.floor(top); row < foot; row++) {
    const own = mix(first, last, (row + 0.5 - top) / (foot - top))
    if (own === colour) continue
    if (row > from) drawn.push(filled({ path: box(0, from, width, row - from), fill: colour }))
    from = Math.max(row, top)
    colour = own
  }
  return drawn.join('') + filled({ path: box(0, from, width, foot - from), fill: colour })
}

/** Nearer shapes cover what is behind them with paper, so that only outlines show. Veils have none. */
function sketched(shape: Shape | Wash, { width, height }: Canvas): string {
  const { path, opacity = 1 } =
    'path' in shape ? shape : { path: box(0, shape.top, width, shape.foot - shape.top) }
  if (opacity < 0.3) return ''
  const pen = (Math.min(width, height) / 620).toFixed(2)
  return `<path d="${path}" fill="${paper}" stroke="${ink}" stroke-width="${pen}" stroke-linejoin="round"/>`
}

/** The title on a strip at the bottom, at most three lines; words in other scripts would be boxes and are left out. */
function caption({ width, height, title, note, sketched }: Subject): string {
  const size = Math.min(width, height * 1.4) / 560
  const margin = 22 * size
  const lines = breakLines(writableWords(title), (width - 2 * margin) / size, 3)
  const small = size * 0.66
  const tall = margin * 1.5 + (lines.length * lineHeight + 17) * size
  const top = height - tall
  const text = lines.map((line, index) =>
    lettering(line, margin, top + margin * 0.8 + index * lineHeight * size, size),
  )
  const letters = sketched ? ink : '#ffffff'
  const pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
  return (
    `<rect y="${top.toFixed(1)}" width="${width}" height="${tall.toFixed(1)}" fill="${sketched ? paper : '#0a0e13'}" fill-opacity="${sketched ? 0.94 : 0.62}"/>` +
    `<g ${pen} stroke="${letters}" stroke-width="1.7">${text.join('')}</g>` +
    `<g ${pen} stroke="${letters}" stroke-width="1.7" stroke-opacity="0.66">${lettering(note, margin, height - margin * 0.7 - 14 * small, small)}</g>`
  )
}
