import { dunes, forest, hills } from './landScenes'
import { breakLines, lettering, lineHeight, writableWords } from './lettering'
import { mountains } from './mountains'
import { type Palette, palettes } from './palettes'
import { randomOf } from './random'
import type { Canvas, Shape } from './shapes'
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
  const { width, height, seed, sketched } = subject
  const scene = randomOf(seed, 'scene').pick([hills, mountains, sea, dunes, forest, lake])
  const shapes = scene({ width, height }, paletteOf(seed), randomOf(seed, 'shapes'))
  const drawn = sketched
    ? shapes.map((shape) => sketchedShape(shape, subject)).join('')
    : shapes.map(paintedShape).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${drawn}${caption(subject)}</svg>`
}

function paintedShape({ path, fill, opacity }: Shape, index: number): string {
  const see = opacity === undefined ? '' : ` opacity="${opacity.toFixed(2)}"`
  if (typeof fill === 'string') return `<path d="${path}" fill="${fill}"${see}/>`
  const [top, foot] = fill
  return (
    `<linearGradient id="g${index}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${foot}"/></linearGradient>` +
    `<path d="${path}" fill="url(#g${index})"${see}/>`
  )
}

/** Nearer shapes cover what is behind them with paper, so that only outlines show. Veils have none. */
function sketchedShape({ path, opacity = 1 }: Shape, { width, height }: Canvas): string {
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
    `<rect y="${top.toFixed(1)}" width="${width}" height="${tall.toFixed(1)}" fill="${sketched ? paper : '#0a0e13'}" opacity="${sketched ? 0.94 : 0.62}"/>` +
    `<g ${pen} stroke="${letters}" stroke-width="1.7">${text.join('')}</g>` +
    `<g ${pen} stroke="${letters}" stroke-width="1.7" opacity="0.66">${lettering(note, margin, height - margin * 0.7 - 14 * small, small)}</g>`
  )
}
