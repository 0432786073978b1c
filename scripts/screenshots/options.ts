import { parseArgs } from 'node:util'
import { type Theme, themes, type WindowSize } from './scene.ts'

export interface PictureOptions {
  readonly folder: string
  /** Names of scenes; empty for all. */
  readonly scenes: readonly string[]
  /** Applies to every scene; null to use each scene's own. */
  readonly sizes: readonly WindowSize[] | null
  readonly themes: readonly Theme[]
}

/** The sizes in which the window is photographed, each at 100 % and at 200 %. */
const everySize = ['860x800', '1000x700', '1280x800', '1920x1080'].join(',')

export const usage = `Usage: npm run screenshots -- <folder> [scene ...]
  --sizes 1280x800,860x800   of the window's content, for every scene
  --zoom 100,200             per cent; with the sizes named, else with ${everySize}
  --themes dark,light
  --all                      every size at 100 and 200 per cent`

/** Null if they make no sense. */
export function readOptions(given: readonly string[]): PictureOptions | null {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { sizes: text, zoom: text, themes: text, all: { type: 'boolean' } },
  })
  const [folder, ...scenes] = positionals
  const chosen = values.all === true || values.sizes !== undefined || values.zoom !== undefined
  const zooms = (values.zoom ?? (values.all ? '100,200' : '100')).split(',').map(Number)
  const sizes = (values.sizes ?? everySize).split(',').flatMap((size) => sizeOf(size, zooms))
  const named = (values.themes ?? themes.join()).split(',')
  const wanted = themes.filter((theme) => named.includes(theme))
  const wrong = sizes.some(({ width, height, zoom }) => !(width > 0 && height > 0 && zoom > 0))
  if (folder === undefined || wrong || wanted.length !== named.length) return null
  return { folder, scenes, sizes: chosen ? sizes : null, themes: wanted }
}

function sizeOf(size: string, zooms: readonly number[]) {
  const [width = Number.NaN, height = Number.NaN] = size.split('x').map(Number)
  return zooms.map((zoom) => ({ width, height, zoom: zoom / 100 }))
}
