import { boxOf, type Frame, type Point, type Size, type View } from '../look/zoom'

/** How all pictures are seen that are compared; null in place of it: each as large as fits. */
export interface SharedView {
  readonly zoom: number
  /** The point of each picture in the middle of its stage, in shares of its width and height. */
  readonly centre: Point
}

/** Pictures are of one shape if their ratios differ by no more than this share, as rounding makes them. */
const shapeTolerance = 0.01

const middle: Point = { x: 0.5, y: 0.5 }

/**
 * The sizes in which pictures are compared: those of one shape as large as the largest of them, so that the same part
 * of each is in view. Others keep their own pixels.
 */
export function comparedSizes(pictures: readonly Size[]): readonly Size[] {
  return pictures.map(({ width, height }) => {
    const alike = pictures.filter((other) => isOneShape({ width, height }, other))
    const scale = Math.max(...alike.map((other) => Math.max(other.width / width, other.height / height)))
    return scale > 1 ? { width: width * scale, height: height * scale } : { width, height }
  })
}

function isOneShape(one: Size, other: Size): boolean {
  return Math.abs((one.width * other.height) / (one.height * other.width) - 1) <= shapeTolerance
}

/** What is seen of one of them. */
export function viewIn(shared: SharedView | null, { picture }: Pick<Frame, 'picture'>): View | null {
  if (shared === null) return null
  const { zoom, centre } = shared
  return { zoom, centre: { x: centre.x * picture.width, y: centre.y * picture.height } }
}

/** What was done to the view of one, done to all. Along a side on which that one is wholly in view, the others stay. */
export function sharedBy(view: View | null, frame: Frame, before: SharedView | null): SharedView | null {
  if (view === null) return null
  const { picture, stage } = frame
  const { width, height } = boxOf(view, frame)
  const { x, y } = before?.centre ?? middle
  return {
    zoom: view.zoom,
    centre: {
      x: width > stage.width ? view.centre.x / picture.width : x,
      y: height > stage.height ? view.centre.y / picture.height : y,
    },
  }
}
