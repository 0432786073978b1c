import { grove, landColour, mist, type Scene } from './land'
import { mix, type Palette } from './palettes'
import type { Random } from './random'
import { hillLine, landUnder, type Point, polygon, ridgeLine, type Shape } from './shapes'
import { type Sun, sky, sunIn } from './sky'

export const mountains: Scene = (canvas, palette, random) => {
  const { width, height } = canvas
  const sun = sunIn(canvas, random, 0.36, 0.14)
  const shapes = sky(canvas, palette, random, sun, height)
  shapes.push({
    path: landUnder(ridgeLine(canvas, random, height * 0.56, height * 0.14), canvas),
    fill: landColour(palette, 0),
  })
  const peaks = random.whole(2, 4)
  for (let peak = 0; peak < peaks; peak++) {
    const x = width * ((peak + random.between(0.25, 0.75)) / peaks)
    const rise = height * random.between(0.28, 0.46)
    shapes.push(...mountain(palette, random, [x, height * 0.8 - rise], rise, sun))
  }
  shapes.push(mist(canvas, palette, height * 0.64, height * 0.2, 0.16))
  for (const depth of [0.6, 1]) {
    const line = hillLine(canvas, random, height * (0.58 + 0.24 * depth), height * 0.05)
    const fill = landColour(palette, depth)
    shapes.push({ path: landUnder(line, canvas) + grove(line, random, height * 0.1 * depth, 0.3), fill })
  }
  return shapes
}

/** A peak with its lit flank towards the sun and snow on top. */
function mountain(palette: Palette, random: Random, top: Point, rise: number, sun: Sun): Shape[] {
  const [x, y] = top
  const spread = rise * random.between(0.85, 1.15)
  const lit = sun.x < x ? -1 : 1
  const rock = landColour(palette, 0.45)
  const edge = Array.from({ length: 5 }, (_, step): Point => {
    const down = (step + 1) / 5
    return [x + spread * 0.24 * down * random.between(-0.7, 0.9), y + rise * down]
  })
  const snow = 0.3
  const snowLine = Array.from({ length: 5 }, (_, step): Point => {
    const across = -1 + step / 2
    const depth = rise * snow * (step % 2 === 0 ? 1 : random.between(0.5, 0.72))
    return [x + across * spread * snow, y + (Math.abs(across) === 1 ? rise * snow : depth)]
  })
  return [
    { path: polygon([top, [x + spread, y + rise], [x - spread, y + rise]]), fill: rock },
    { path: polygon([top, ...edge, [x + lit * spread, y + rise]]), fill: mix(rock, palette.sun, 0.26) },
    {
      path: polygon([top, ...snowLine]),
      fill: mix(palette.sky[1], '#ffffff', palette.night ? 0.25 : 0.6),
      opacity: 0.92,
    },
  ]
}
