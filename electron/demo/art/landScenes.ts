import { grove, landColour, mist, type Scene } from './land'
import { mix } from './palettes'
import type { Random } from './random'
import { hillLine, landUnder, type Point, polygon } from './shapes'
import { sky, sunIn } from './sky'

export const hills: Scene = (canvas, palette, random) => {
  const { height } = canvas
  const shapes = sky(canvas, palette, random, sunIn(canvas, random, 0.42, 0.14), height)
  const layers = random.whole(4, 6)
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    const line = hillLine(canvas, random, height * (0.52 + 0.34 * depth), height * (0.09 + 0.03 * depth))
    const fill = landColour(palette, depth)
    shapes.push({ path: landUnder(line, canvas), fill })
    if (layer > 0 && random.chance(0.6))
      shapes.push({
        path: grove(line, random, height * (0.02 + 0.05 * depth), 0.22),
        fill: mix(fill, palette.near, 0.35),
      })
  }
  return shapes
}

export const dunes: Scene = (canvas, palette, random) => {
  const { width, height } = canvas
  const sun = sunIn(canvas, random, 0.4, 0.16)
  const shapes = sky(canvas, palette, random, sun, height)
  const layers = random.whole(3, 5)
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    const line = hillLine(canvas, random, height * (0.56 + 0.28 * depth), height * (0.05 + 0.06 * depth))
    const sand = mix(landColour(palette, 0.75 * depth), palette.sun, 0.3 * (1 - depth * 0.5))
    shapes.push({ path: landUnder(line, canvas), fill: sand })
    shapes.push({
      path: shadowSide(line, random, width, height),
      fill: mix(sand, palette.near, 0.42),
      opacity: 0.8,
    })
  }
  return shapes
}

/** The flank behind a dune's crest: bounded above by the line, and below by a curve that departs from it. */
function shadowSide(line: readonly Point[], random: Random, width: number, height: number): string {
  const from = random.between(0.05, 0.4)
  const to = from + random.between(0.4, 0.6)
  const crest = line.filter(([x]) => x >= width * from && x <= width * to)
  const depth = height * random.between(0.12, 0.26)
  const foot = crest.map(([x, y], index): Point => {
    const along = index / Math.max(crest.length - 1, 1)
    return [x + width * 0.12 * along, y + depth * Math.sin(along * Math.PI * 0.5) ** 1.6]
  })
  return polygon([...crest, ...foot.reverse()])
}

export const forest: Scene = (canvas, palette, random) => {
  const { height } = canvas
  const shapes = sky(canvas, palette, random, sunIn(canvas, random, 0.36, 0.14), height)
  const layers = random.whole(4, 5)
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    const line = hillLine(canvas, random, height * (0.5 + 0.36 * depth), height * 0.06)
    const trees = grove(line, random, height * (0.06 + 0.15 * depth), 0.75 - 0.3 * depth)
    shapes.push({ path: landUnder(line, canvas) + trees, fill: landColour(palette, depth) })
    if (layer < layers - 1)
      shapes.push(mist(canvas, palette, height * (0.56 + 0.36 * depth), height * 0.12, 0.14))
  }
  return shapes
}
