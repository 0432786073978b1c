import type { NumberedTiles } from '../galleryTiles'

export interface SeenSelection {
  /** Numbers of the images. */
  readonly chosen: ReadonlySet<number>
  /** The image on top of the closed stack that is selected, and nothing else is; otherwise null. */
  readonly top: number | null
}

/**
 * What can be seen to be selected: a closed stack is one tile. It is selected whole if all of it is, or all of it that
 * the list had `before`; else not at all. Images that the list doesn't show stay as they are.
 */
export function seenSelection(
  { shown, images, stacks }: NumberedTiles,
  before: NumberedTiles | null,
  selected: readonly number[],
): SeenSelection {
  const chosen = new Set(selected)
  if (stacks === null) return { chosen, top: null }
  const earlier = new Set(before?.images)
  let whole: { readonly top: number | null; readonly size: number } | null = null
  for (const [tile, image] of shown.entries()) {
    const own = images.subarray(stacks.starts[tile] ?? 0, stacks.starts[tile + 1] ?? 0)
    if (own.length === 1 || !own.some((one) => chosen.has(one))) continue
    if (isWhole(own, chosen, earlier)) {
      for (const one of own) chosen.add(one)
      whole = { top: image, size: own.length }
    } else for (const one of own) chosen.delete(one)
  }
  return { chosen, top: whole?.size === chosen.size ? whole.top : null }
}

function isWhole(
  own: Uint32Array | Float64Array,
  chosen: ReadonlySet<number>,
  earlier: ReadonlySet<number>,
): boolean {
  if (own.every((one) => chosen.has(one))) return true
  const known = own.filter((one) => earlier.has(one))
  return known.length > 0 && known.every((one) => chosen.has(one))
}
