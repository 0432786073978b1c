import type { Image } from '@shared/model/image'
import type { ImagePlace, ImageSelection, ListedImages } from '@shared/model/imageSelection'

/** A part of the list that is shown, too large to name each image of it. */
export interface SelectedPart extends Omit<ListedImages, 'except'> {
  /** How many images that was, as told by the main process. */
  readonly count: number
  /** Those that were taken out of it one by one. */
  readonly except: ReadonlySet<string>
}

/** Images that are selected, whether or not their rows have been fetched: some by id, and a part of a list. */
export interface SelectedImages {
  readonly ids: ReadonlySet<string>
  readonly list: SelectedPart | null
}

export const noImages: SelectedImages = { ids: new Set(), list: null }

export function countOf({ ids, list }: SelectedImages): number {
  return ids.size + (list === null ? 0 : list.count - list.except.size)
}

/** Whether an image of the list that is shown is selected. */
export function isSelected({ ids, list }: SelectedImages, image: Image): boolean {
  return ids.has(image.id) || (list !== null && isIn(list, image) && !list.except.has(image.id))
}

function isIn({ from, to, until }: SelectedPart, image: Image): boolean {
  if (image.number > until) return false
  return (from === null || compare(from, image) <= 0) && (to === null || compare(image, to) <= 0)
}

/** Adds an image of the list that is shown, or takes it out. */
export function toggled(images: SelectedImages, image: Image): SelectedImages {
  const { ids, list } = images
  if (list !== null && isIn(list, image) && !ids.has(image.id))
    return { ids, list: { ...list, except: flipped(list.except, image.id) } }
  return { ids: flipped(ids, image.id), list }
}

function flipped(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(ids)
  if (!changed.delete(id)) changed.add(id)
  return changed
}

/** As the main process is told. */
export function selectionOf({ ids, list }: SelectedImages): ImageSelection {
  if (list === null) return { ids: [...ids] }
  const { count: _, except, ...range } = list
  return { ids: [...ids], list: { ...range, except: [...except] } }
}

export const placeOf = ({ placedAt, jobId, index }: Image): ImagePlace => ({ placedAt, jobId, index })

/** Negative if the first is before the second in the gallery. */
export function compare(a: ImagePlace, b: ImagePlace): number {
  if (a.placedAt !== b.placedAt) return b.placedAt - a.placedAt
  if (a.jobId !== b.jobId) return a.jobId > b.jobId ? -1 : 1
  return a.index - b.index
}
