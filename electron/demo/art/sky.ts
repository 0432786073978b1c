import { mix, type Palette } from './palettes'
import type { Random } from './random'
import { bar, bird, type Canvas, circle, type Point, polygon, type Shape, type Wash } from './shapes'

export interface Sun {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Where the sun or moon is; `low` and `high` are shares of the height, from the top. */
export function sunIn(canvas: Canvas, random: Random, low: number, high: number): Sun {
  const { width, height } = canvas
  return {
    x: width * random.between(0.18, 0.82),
    y: height * random.between(high, low),
    radius: Math.min(width, height) * random.between(0.055, 0.13),
  }
}

/** The sky down to `horizon` pixels, with the sun or moon in it. */
export function sky(
  canvas: Canvas,
  palette: Palette,
  random: Random,
  sun: Sun,
  horizon: number,
): (Shape | Wash)[] {
  const shapes: (Shape | Wash)[] = [{ top: 0, foot: horizon, colours: palette.sky }]
  if (palette.night) shapes.push(...stars(canvas, palette, random, horizon))
  if (palette.light === 'under northern lights') shapes.push(...northernLights(canvas, random, horizon))
  shapes.push(
    { path: circle(sun.x, sun.y, sun.radius * 2.1), fill: palette.sun, opacity: 0.09 },
    { path: circle(sun.x, sun.y, sun.radius * 1.45), fill: palette.sun, opacity: 0.13 },
    { path: circle(sun.x, sun.y, sun.radius), fill: palette.sun },
  )
  if (!palette.night) shapes.push(...clouds(canvas, palette, random, horizon))
  if (!palette.night && random.chance(0.55)) shapes.push(birds(canvas, palette, random, horizon))
  return shapes
}

function stars(canvas: Canvas, palette: Palette, random: Random, horizon: number): Shape[] {
  const unit = Math.min(canvas.width, canvas.height) / 1000
  return [0.45, 0.9].map((opacity) => ({
    path: Array.from({ length: 45 }, () =>
      circle(
        random.between(0, canvas.width),
        random.between(0, horizon * 0.85),
        unit * random.between(0.8, 2),
      ),
    ).join(''),
    fill: palette.sun,
    opacity,
  }))
}

/** How many strips a curtain fades in: enough that no step shows. */
const folds = 12

function northernLights(canvas: Canvas, random: Random, horizon: number): Shape[] {
  return ['#58e0a8', '#4cc3c7', '#8f7fe0'].flatMap((colour) => {
    const phase = random.between(0, 6)
    const top = horizon * random.between(0.08, 0.3)
    const depth = horizon * random.between(0.25, 0.4)
    const crest = Array.from({ length: 41 }, (_, step) => {
      const along = step / 40
      return [canvas.width * along, top + Math.sin(along * 5 + phase) * horizon * 0.09] as const
    })
    const hem = (share: number) =>
      crest.map(([x, y]): Point => [x, y + share * depth * (0.7 + 0.3 * Math.sin(x / 90 + phase))])
    return Array.from({ length: folds }, (_, fold) => ({
      path: polygon([...hem(fold / folds), ...hem((fold + 1) / folds).reverse()]),
      fill: mix(colour, '#14363f', (fold + 0.5) / folds),
      opacity: 0.22,
    }))
  })
}

function clouds(canvas: Canvas, palette: Palette, random: Random, horizon: number): Shape[] {
  return Array.from({ length: random.whole(0, 3) }, () => {
    const width = canvas.width * random.between(0.16, 0.34)
    const height = Math.min(canvas.height, canvas.width) * random.between(0.014, 0.024)
    const x = random.between(-0.1, 0.9) * canvas.width
    const y = random.between(0.1, 0.62) * horizon
    return {
      path:
        bar(x, y, width, height) +
        bar(
          x + width * random.between(0.12, 0.3),
          y - height * 1.35,
          width * random.between(0.4, 0.6),
          height,
        ) +
        bar(
          x - width * random.between(0.1, 0.2),
          y + height * 1.35,
          width * random.between(0.6, 0.8),
          height,
        ),
      fill: mix(palette.sky[1], '#ffffff', 0.5),
      opacity: random.between(0.3, 0.6),
    }
  })
}

function birds(canvas: Canvas, palette: Palette, random: Random, horizon: number): Shape {
  const x = canvas.width * random.between(0.2, 0.75)
  const y = horizon * random.between(0.2, 0.5)
  const span = Math.min(canvas.width, canvas.height) * 0.013
  return {
    path: Array.from({ length: random.whole(3, 6) }, (_, place) =>
      bird(
        x + span * (place * 2.6 + random.between(-0.8, 0.8)),
        y + span * random.between(-2.4, 2.4),
        span * random.between(0.7, 1.15),
      ),
    ).join(''),
    fill: mix(palette.near, palette.sky[0], 0.25),
    opacity: 0.85,
  }
}
