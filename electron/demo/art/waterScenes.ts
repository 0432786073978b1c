import { grove, landColour, type Scene } from './land'
import { mix, type Palette } from './palettes'
import type { Random } from './random'
import {
  bar,
  box,
  type Canvas,
  hillLine,
  landUnder,
  type Point,
  polygon,
  ridgeLine,
  type Shape,
  type Wash,
} from './shapes'
import { type Sun, sky, sunIn } from './sky'

export const sea: Scene = (canvas, palette, random) => {
  const { width, height } = canvas
  const horizon = height * random.between(0.52, 0.6)
  const sun = sunIn(canvas, random, 0.46, 0.2)
  const shapes = sky(canvas, palette, random, sun, horizon)
  const water = mix(palette.far, palette.sky[0], 0.45)
  shapes.push({
    top: horizon,
    foot: height,
    colours: [mix(water, palette.sky[1], 0.4), mix(water, palette.near, 0.6)],
  })
  shapes.push({ path: glitter(canvas, random, sun, horizon), fill: palette.sun, opacity: 0.55 })
  const islands = hillLine(canvas, random, horizon + height * 0.012, height * 0.035)
  shapes.push({
    path: polygon([
      ...islands.map(([x, y]): Point => [x, Math.min(y, horizon)]),
      [width, horizon],
      [0, horizon],
    ]),
    fill: landColour(palette, 0.15),
  })
  shapes.push(...headland(canvas, palette, random, sun, horizon))
  return shapes
}

/** The sun's path on water: streaks that widen towards us. */
function glitter(canvas: Canvas, random: Random, sun: Sun, horizon: number): string {
  const rows = 16
  return Array.from({ length: rows }, (_, row) => {
    const down = (row + 0.6) / rows
    const width = sun.radius * (0.5 + 2.6 * down) * random.between(0.5, 1.2)
    const x = sun.x + sun.radius * random.between(-0.7, 0.7) * (0.4 + down) - width / 2
    return bar(
      x,
      horizon + (canvas.height - horizon) * down ** 1.25 * 0.85,
      width,
      canvas.height * (0.003 + 0.005 * down),
    )
  }).join('')
}

/** A cliff on the side away from the sun, with a lighthouse. */
function headland(canvas: Canvas, palette: Palette, random: Random, sun: Sun, horizon: number): Shape[] {
  const { width, height } = canvas
  const right = sun.x < width / 2
  const place = (share: number) => (right ? width * (1 - share) : width * share)
  const reach = random.between(0.34, 0.48)
  const crest = horizon - height * random.between(0.04, 0.12)
  const cliff: Point[] = [
    [place(-0.02), crest - height * 0.02],
    [place(reach * 0.5), crest],
    [place(reach * 0.78), crest + height * 0.015],
    [place(reach * 0.86), horizon + height * 0.06],
    [place(reach), horizon + height * 0.15],
    [place(reach * 0.8), horizon + height * 0.24],
    [place(reach * 0.9), height],
    [place(-0.02), height],
  ]
  const foot = place(reach * 0.56)
  const tall = height * random.between(0.15, 0.2)
  const half = tall * 0.09
  const rock = landColour(palette, 0.85)
  const wall = mix(palette.sky[1], '#ffffff', palette.night ? 0.2 : 0.55)
  const tower = (low: number, high: number): Point[] => [
    [foot - half * (1 - low * 0.35), crest + height * 0.008 - tall * low],
    [foot - half * (1 - high * 0.35), crest - tall * high],
    [foot + half * (1 - high * 0.35), crest - tall * high],
    [foot + half * (1 - low * 0.35), crest + height * 0.008 - tall * low],
  ]
  return [
    { path: polygon(tower(0, 0.8)), fill: wall },
    { path: polygon(tower(0.3, 0.52)), fill: mix(palette.far, '#b23a2e', 0.6) },
    { path: box(foot - half * 0.5, crest - tall * 0.92, half, tall * 0.13), fill: palette.sun },
    {
      path:
        box(foot - half * 0.95, crest - tall * 0.815, half * 1.9, tall * 0.03) +
        polygon([
          [foot - half * 0.75, crest - tall * 0.91],
          [foot, crest - tall * 1.03],
          [foot + half * 0.75, crest - tall * 0.91],
        ]),
      fill: palette.near,
    },
    { path: polygon(cliff), fill: rock },
  ]
}

export const lake: Scene = (canvas, palette, random) => {
  const { width, height } = canvas
  const shore = height * random.between(0.56, 0.62)
  const sun = sunIn(canvas, random, 0.34, 0.14)
  const above = sky(canvas, palette, random, sun, shore)
  const water: (Shape | Wash)[] = [
    { top: shore, foot: height, colours: [palette.sky[1], mix(palette.sky[0], palette.near, 0.35)] },
  ]
  for (const [depth, swell] of [
    [0.1, 0.2],
    [0.4, 0.13],
    [0.75, 0.06],
  ] as const) {
    const line =
      depth < 0.7
        ? ridgeLine(canvas, random, shore, height * swell)
        : hillLine(canvas, random, shore - height * 0.02, height * swell * 0.4)
    const land = line.map(([x, y]): Point => [x, Math.min(y, shore)])
    const mirrored = land.map(([x, y]): Point => [x, shore + (shore - y) * 0.82])
    const fill = landColour(palette, depth)
    above.push({ path: polygon([...land, [width, shore], [0, shore]]), fill })
    water.push({
      path: polygon([...mirrored, [width, shore], [0, shore]]),
      fill: mix(fill, palette.sky[1], 0.25),
      opacity: 0.62,
    })
  }
  water.push({ path: glitter(canvas, random, sun, shore), fill: palette.sun, opacity: 0.4 })
  const bank = hillLine(canvas, random, height * 0.9, height * 0.05)
  const front: Shape = {
    path: landUnder(bank, canvas) + grove(bank, random, height * 0.16, 0.14),
    fill: landColour(palette, 1),
  }
  return [...above, ...water, front]
}
