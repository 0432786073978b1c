import type { Random } from './random'

/** One filled path, painted in the order given. */
export interface Shape {
  readonly path: string
  readonly fill: string
  /** 0 to 1; default 1. */
  readonly opacity?: number
}

/** The whole width from one height to another, in pixels, its colour changing on the way: sky, water. */
export interface Wash {
  readonly top: number
  readonly foot: number
  readonly colours: readonly [top: string, foot: string]
}

/** Pixels. */
export interface Canvas {
  readonly width: number
  readonly height: number
}

export type Point = readonly [x: number, y: number]

const at = (value: number): string => String(Math.round(value * 10) / 10)
const pair = ([x, y]: Point): string => `${at(x)} ${at(y)}`

export function polygon(points: readonly Point[]): string {
  return `M${points.map(pair).join('L')}Z`
}

export function circle(x: number, y: number, radius: number): string {
  const r = at(radius)
  return `M${at(x - radius)} ${at(y)}a${r} ${r} 0 1 0 ${at(radius * 2)} 0a${r} ${r} 0 1 0 ${at(-radius * 2)} 0Z`
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}Z`
}

/** A bar with round ends: a streak of cloud, a glitter on water. */
export function bar(x: number, y: number, width: number, height: number): string {
  const r = height / 2
  const straight = at(Math.max(width - height, 0))
  const cap = `a${at(r)} ${at(r)} 0 0 1`
  return `M${at(x + r)} ${at(y)}h${straight}${cap} 0 ${at(height)}h-${straight}${cap} 0 ${at(-height)}Z`
}

/** The line of hills: smooth waves around `base`, at most `swell` high and low. */
export function hillLine(canvas: Canvas, random: Random, base: number, swell: number): readonly Point[] {
  const waves = [0.7, 1.6, 3.1].map((frequency) => ({
    turns: frequency * random.between(0.75, 1.25) * 2 * Math.PI,
    phase: random.between(0, 2 * Math.PI),
    share: 0.62 / frequency ** 0.9,
  }))
  const steps = 72
  return Array.from({ length: steps + 1 }, (_, step) => {
    const along = step / steps
    const lift = waves.reduce(
      (sum, { turns, phase, share }) => sum + share * Math.sin(turns * along + phase),
      0,
    )
    return [along * canvas.width, base - lift * swell]
  })
}

/** The line of mountains: a fractal of halved and shifted stretches. */
export function ridgeLine(canvas: Canvas, random: Random, base: number, swell: number): readonly Point[] {
  let heights = Array.from(
    { length: 5 },
    (_, peak) => swell * (peak % 2 === 1 ? random.between(0.5, 1) : random.between(-0.4, 0.2)),
  )
  let shift = swell * 0.34
  while (heights.length < 120) {
    heights = heights.flatMap((height, index) => {
      const following = heights[index + 1]
      return following === undefined
        ? [height]
        : [height, (height + following) / 2 + random.between(-shift, shift)]
    })
    shift *= 0.5
  }
  return heights.map((height, index) => [(index / (heights.length - 1)) * canvas.width, base - height])
}

/** Everything under a line, down to the foot of the canvas. */
export function landUnder(line: readonly Point[], canvas: Canvas): string {
  return polygon([...line, [canvas.width, canvas.height], [0, canvas.height]])
}

/** A spruce at a point. */
export function spruce([x, y]: Point, height: number, random: Random): string {
  const tiers = 4
  const side = (direction: 1 | -1): Point[] =>
    Array.from({ length: tiers }, (_, tier): Point[] => {
      const foot = y - height + (height * 0.94 * (tier + 1)) / tiers
      const reach = (height * 0.24 * (tier + 1.2)) / tiers
      return [
        [x + direction * reach * random.between(0.85, 1.15), foot],
        [x + direction * reach * 0.42, foot - height * 0.035],
      ]
    }).flat()
  const trunk = height * 0.02
  return polygon([
    [x, y - height],
    ...side(1),
    [x + trunk, y + height * 0.05],
    [x - trunk, y + height * 0.05],
    ...side(-1).reverse(),
  ])
}

/** A gull far away. */
export function bird(x: number, y: number, span: number): string {
  const wing = (direction: 1 | -1) => {
    const tip = at(direction * span)
    const bend = at(direction * span * 0.5)
    return `M${at(x)} ${at(y)}q${bend} ${at(-span * 0.55)} ${tip} ${at(-span * 0.2)}q${at(-direction * span * 0.55)} ${at(-span * 0.12)} ${at(-direction * span)} ${at(span * 0.2)}Z`
  }
  return wing(1) + wing(-1)
}
