export interface Size {
  readonly width: number
  readonly height: number
}

/** Of an image; of one whose size isn't known, and of which no picture is shown, that of a square. */
export const sizeOf = ({ width, height }: Size): Size =>
  width === 0 ? { width: 1, height: 1 } : { width, height }

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** A picture, and what it is seen through. */
export interface Frame {
  /** The picture, in its own pixels. */
  readonly picture: Size
  /** The part of the window that shows it, in CSS pixels. */
  readonly stage: Size
  /** Screen pixels per CSS pixel. */
  readonly density: number
}

/**
 * How the user has chosen to see a picture; null in place of it: as large as fits. It is settled: what it names is
 * within the limits of the frame it was made for.
 */
export interface View {
  /** Screen pixels per pixel of the picture: at 1, which is 100 %, the screen shows each of them once, and sharp. */
  readonly zoom: number
  /** The point of the picture in the middle of the stage, in pixels of the picture. */
  readonly centre: Point
}

/** Room around a picture that fits, in CSS pixels. */
const margin = 16

const zoomMaximum = 16

/** From this zoom on, pixels are drawn as squares: whoever is that close looks at pixels. */
const squareZoom = 3

/** Where the keys for larger and smaller stop, besides the zoom that fits. */
const stops = [1 / 16, 1 / 8, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8, 12, 16]

/** Two zooms this near are one: they differ by rounding. */
const nearness = 1 + 1e-6

/** The zoom at which a whole picture is as large as the stage allows, but no pixel of it larger than a CSS pixel. */
export function fitZoom({ picture, stage, density }: Frame): number {
  const across = Math.max(1, stage.width - 2 * margin) / picture.width
  const down = Math.max(1, stage.height - 2 * margin) / picture.height
  return density * Math.min(1, across, down)
}

export function zoomOf(view: View | null, frame: Frame): number {
  return view === null ? fitZoom(frame) : within(view.zoom, Math.min(1, fitZoom(frame)), zoomMaximum)
}

export const showsSquares = (view: View | null, frame: Frame): boolean => zoomOf(view, frame) >= squareZoom

/** Where the picture is on the stage, in CSS pixels: centred where it is smaller, without a gap where it is larger. */
export function boxOf(view: View | null, frame: Frame): Box {
  const { picture, stage, density } = frame
  const scale = zoomOf(view, frame) / density
  const centre = view?.centre ?? { x: picture.width / 2, y: picture.height / 2 }
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    left: start(stage.width, width, centre.x * scale),
    top: start(stage.height, height, centre.y * scale),
    width,
    height,
  }
}

function start(room: number, length: number, centre: number): number {
  return length <= room ? (room - length) / 2 : within(room / 2 - centre, room - length, 0)
}

/** Whether part of the picture is out of view. */
export function isLarger(view: View | null, frame: Frame): boolean {
  const { width, height } = boxOf(view, frame)
  return width > frame.stage.width || height > frame.stage.height
}

/** Another zoom; the point of the picture that is at `at`, by default the middle of the stage, stays there. */
export function zoomedTo(view: View | null, frame: Frame, zoom: number, at?: Point): View | null {
  const { stage, density } = frame
  const fit = fitZoom(frame)
  const wanted = within(zoom, Math.min(1, fit), zoomMaximum)
  if (isNear(wanted, fit)) return null
  const { x, y } = at ?? { x: stage.width / 2, y: stage.height / 2 }
  const { left, top } = boxOf(view, frame)
  const ratio = wanted / zoomOf(view, frame)
  return settled(
    { left: x - (x - left) * ratio, top: y - (y - top) * ratio },
    { zoom: wanted, scale: wanted / density },
    frame,
  )
}

export function zoomedBy(view: View | null, frame: Frame, factor: number, at?: Point): View | null {
  return zoomedTo(view, frame, zoomOf(view, frame) * factor, at)
}

/** The next larger or smaller of the usual zooms. */
export function zoomedStep(view: View | null, frame: Frame, way: 1 | -1): View | null {
  const zoom = zoomOf(view, frame)
  const all = [...stops, fitZoom(frame)].sort((one, other) => one - other)
  const next =
    way > 0
      ? all.find((stop) => stop > zoom && !isNear(stop, zoom))
      : all.findLast((stop) => stop < zoom && !isNear(stop, zoom))
  return zoomedTo(view, frame, next ?? zoom)
}

/** Between fit and 100 %; for a picture that fits at 100 % or more, between fit and twice that. */
export function zoomToggled(view: View | null, frame: Frame, at?: Point): View | null {
  if (view !== null) return null
  const fit = fitZoom(frame)
  return zoomedTo(view, frame, fit < 1 / nearness ? 1 : 2 * fit, at)
}

/** Moved along with the pointer, by CSS pixels, as far as its edges allow. */
export function panned(view: View | null, frame: Frame, by: Point): View | null {
  if (view === null) return null
  const { left, top } = boxOf(view, frame)
  const zoom = zoomOf(view, frame)
  return settled({ left: left + by.x, top: top + by.y }, { zoom, scale: zoom / frame.density }, frame)
}

function settled(
  { left, top }: Pick<Box, 'left' | 'top'>,
  { zoom, scale }: { readonly zoom: number; readonly scale: number },
  frame: Frame,
): View {
  const { width, height } = frame.stage
  const asked = { zoom, centre: { x: (width / 2 - left) / scale, y: (height / 2 - top) / scale } }
  const box = boxOf(asked, frame)
  return { zoom, centre: { x: (width / 2 - box.left) / scale, y: (height / 2 - box.top) / scale } }
}

function isNear(one: number, other: number): boolean {
  return one < other * nearness && other < one * nearness
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
