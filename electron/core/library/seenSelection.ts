import type { NumberedTiles } from './galleryTiles'

export interface SeenSelection {
  /** Numbers of the images. */
  has(number: number): boolean
  /** The image on top of the closed stack that is selected, and nothing else is; otherwise null. */
  readonly top: number | null
}

/**
 * What can be seen to be selected: a closed stack is one tile. It is selected whole if all of it is, or all of it that
 * the list had `before`; else not at all. Images that the list doesn't have, as they have left it, are not selected any
 * more. All numbers are up to `highest`: by one byte for each, 100,000 images take a few milliseconds.
 */
export function seenSelection(
  { shown, images, stacks }: NumberedTiles,
  before: NumberedTiles | null,
  selected: readonly number[],
  highest: number,
): SeenSelection {
  const listed = bytesOf(images, highest)
  const among = selected.filter((number) => listed[number] === 1)
  const chosen = bytesOf(among, highest)
  const has = (number: number): boolean => chosen[number] === 1
  if (stacks === null) return { has, top: null }
  const earlier = bytesOf(before?.images ?? [], highest)
  let count = among.length
  let whole: { readonly top: number | null; readonly size: number } | null = null
  for (let tile = 0; tile < shown.length; tile++) {
    const from: number = stacks.starts[tile] ?? 0
    const to: number = stacks.starts[tile + 1] ?? 0
    if (to - from === 1) continue
    let taken = 0
    let left = 0
    for (let at = from; at < to; at++) {
      const number = images[at] ?? 0
      if (has(number)) taken += 1
      else if (earlier[number] === 1) left += 1
    }
    if (taken === 0) continue
    const isWhole =
      taken === to - from || (left === 0 && images.subarray(from, to).some((one) => earlier[one] === 1))
    for (let at = from; at < to; at++) chosen[images[at] ?? 0] = Number(isWhole)
    count += (isWhole ? to - from : 0) - taken
    if (isWhole) whole = { top: shown[tile] ?? null, size: to - from }
  }
  return { has, top: whole?.size === count ? whole.top : null }
}

function bytesOf(numbers: ArrayLike<number>, highest: number): Uint8Array {
  const bytes = new Uint8Array(highest + 1)
  for (let at = 0; at < numbers.length; at++) bytes[numbers[at] ?? 0] = 1
  return bytes
}
