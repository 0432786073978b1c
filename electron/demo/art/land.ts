import { mix, type Palette } from './palettes'
import type { Random } from './random'
import { box, type Canvas, type Point, type Shape, spruce, type Wash } from './shapes'

/** A composition: everything in it, from the back to the front. */
export type Scene = (canvas: Canvas, palette: Palette, random: Random) => (Shape | Wash)[]

/** Layers of land take on the air's colour with distance: at `depth` 0 is the horizon, at 1 the foreground. */
export const landColour = ({ far, near, sky }: Palette, depth: number): string =>
  mix(mix(far, sky[1], 0.35 * (1 - depth)), near, depth ** 1.15)

export const mist = (
  canvas: Canvas,
  palette: Palette,
  y: number,
  height: number,
  opacity: number,
): Shape => ({
  path: box(0, y, canvas.width, height),
  fill: palette.sky[1],
  opacity,
})

/** Trees on a line, denser wherever `random` decides. */
export function grove(line: readonly Point[], random: Random, height: number, share: number): string {
  return line
    .filter(() => random.chance(share))
    .map(([x, y]) => spruce([x, y + height * 0.06], height * random.between(0.55, 1.2), random))
    .join('')
}
