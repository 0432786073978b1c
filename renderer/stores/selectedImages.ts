import type { GalleryQuery, Image } from '@shared/model/image'
import type { ImagePlace, ImageSelection } from '@shared/model/imageSelection'
import { bitsText, hasBit, type NumberBits, withFlippedBit } from '@shared/model/numberBits'

/** Too many images to name each: their numbers, see `Image.number`. */
export interface ManyImages {
  readonly count: number
  readonly numbers: NumberBits
}

/** Images that are selected, whether or not their rows have been fetched: by id, or `many` by their numbers. */
export interface SelectedImages {
  readonly ids: ReadonlySet<string>
  readonly many: ManyImages | null
}

/** Images of whole tiles. */
export interface SeenImages extends SelectedImages {
  /** The image on top of the closed stack that is selected, and nothing else is; otherwise null. */
  readonly top: string | null
}

export const noImages: SelectedImages = { ids: new Set(), many: null }

export function countOf({ ids, many }: SelectedImages): number {
  return ids.size + (many?.count ?? 0)
}

export function isSelected({ ids, many }: SelectedImages, image: Pick<Image, 'id' | 'number'>): boolean {
  return many === null ? ids.has(image.id) : hasBit(many.numbers, image.number)
}

/** Adds an image, or takes it out. */
export function toggled(images: SelectedImages, image: Image): SelectedImages {
  const { ids, many } = images
  if (many !== null) {
    const count = many.count + (isSelected(images, image) ? -1 : 1)
    return { ids, many: { count, numbers: withFlippedBit(many.numbers, image.number) } }
  }
  const changed = new Set(ids)
  if (!changed.delete(image.id)) changed.add(image.id)
  return { ids: changed, many }
}

/** As the main process is told. */
export function selectionOf({ ids, many }: SelectedImages, shown?: GalleryQuery): ImageSelection {
  return {
    ids: [...ids],
    ...(many === null ? {} : { numbers: bitsText(many.numbers) }),
    ...(shown === undefined ? {} : { shown }),
  }
}

export const placeOf = ({ placedAt, jobId, index }: Image): ImagePlace => ({ placedAt, jobId, index })
