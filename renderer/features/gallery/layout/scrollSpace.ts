/**
 * Chromium draws nothing beyond 33.5 million device pixels of an element. A longer list is scrolled in an element as
 * high as `cap`: `native` is how far that is scrolled, `offset` how far the list is. Near both ends they move by the same
 * amount, so that the wheel reaches them; between, each place of the scroll bar's thumb stands for its share of the
 * list. While the user scrolls, they differ by a constant, the base. All lengths are in CSS pixels.
 */
export interface ScrollSpace {
  /** The whole list's. */
  readonly height: number
  /** The visible part's. */
  readonly view: number
  /** The most the element may have. */
  readonly cap: number
}

const devicePixelsMaximum = 30_000_000

/** How far from both ends native and offset move by the same amount; no one turns the wheel that far in one go. */
const edge = 100_000

/** A multiple of this many CSS pixels is whole in device pixels too, at any zoom in whole per cent. */
const baseStep = 100

/** A step of the thumb's smallest move is larger than this share of the view; a key's or the wheel's is not. */
const jumpShare = 1.25

/** The most an element may have at a device scale, zoom included. */
export const heightCap = (devicePixelRatio: number): number =>
  Math.floor(devicePixelsMaximum / devicePixelRatio / baseStep) * baseStep

/** The element's height. */
export const elementHeight = ({ height, cap }: ScrollSpace): number => Math.min(height, cap)

/** How far the list can be scrolled. */
export const offsetMaximum = ({ height, view }: ScrollSpace): number => Math.max(0, height - view)

const nativeMaximum = (space: ScrollSpace): number => Math.max(0, elementHeight(space) - space.view)

/** Where the element is scrolled for an offset, when the thumb shows its share of the list. */
export function nativeOf(space: ScrollSpace, offset: number): number {
  return along(offset, offsetMaximum(space), nativeMaximum(space))
}

/** The inverse of `nativeOf`. */
export function offsetOf(space: ScrollSpace, native: number): number {
  return along(native, nativeMaximum(space), offsetMaximum(space))
}

/** From a place in one length to its place in another. Near an end, it is as far from that end in both. */
function along(at: number, length: number, other: number): number {
  const place = Math.min(length, Math.max(0, at))
  if (length === other || place <= edge) return Math.min(place, other)
  if (place >= length - edge) return Math.max(0, other - (length - place))
  return edge + ((place - edge) * (other - 2 * edge)) / (length - 2 * edge)
}

/** The base with which the thumb shows an offset's share of the list. */
function baseOf(space: ScrollSpace, offset: number): number {
  const atMost = offsetMaximum(space) - nativeMaximum(space)
  if (atMost <= 0) return 0
  const native = nativeOf(space, offset)
  if (native <= edge) return 0
  // The last step may be smaller, so that the end is the end.
  if (native >= nativeMaximum(space) - edge) return atMost
  return Math.min(atMost, Math.round((offset - native) / baseStep) * baseStep)
}

/** Where the element is scrolled, and what is added to that for the list's offset. */
export interface ScrollPosition {
  readonly native: number
  readonly base: number
}

export const offsetAt = ({ native, base }: ScrollPosition): number => native + base

/** The position for an offset, with the thumb at its share of the list. */
export function positionAt(space: ScrollSpace, offset: number): ScrollPosition {
  const place = Math.min(offsetMaximum(space), Math.max(0, offset))
  const base = baseOf(space, place)
  return { native: place - base, base }
}

/**
 * The position after the element was scrolled to `native`. A thumb jumps to a share of the list; anything else moves the
 * list as far as the element.
 */
export function scrolledTo(
  space: ScrollSpace,
  before: ScrollPosition,
  native: number,
  jumps: boolean,
): ScrollPosition {
  if (jumps && Math.abs(native - before.native) > space.view * jumpShare)
    return { native, base: baseOf(space, offsetOf(space, native)) }
  const moved = { native, base: before.base }
  const offset = offsetAt(moved)
  const most = offsetMaximum(space)
  // The element has come to its end and the list hasn't, or the other way round.
  const isBegin = native <= 0 || offset <= 0
  const isEnd = native >= nativeMaximum(space) || offset >= most
  const isApart = (isBegin && native !== offset) || (isEnd && nativeMaximum(space) - native !== most - offset)
  return isApart ? positionAt(space, offset) : moved
}

/** The position for when nothing scrolls: the same offset, with the thumb at its share of the list again. */
export function atRest(space: ScrollSpace, position: ScrollPosition): ScrollPosition {
  const rest = positionAt(space, offsetAt(position))
  const isNear = elementHeight(space) < space.height && Math.abs(rest.native - position.native) < 2 * baseStep
  return isNear ? position : rest
}
