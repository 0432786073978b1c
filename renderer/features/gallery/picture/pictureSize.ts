import { thumbnailEdges } from '@shared/processes/imaging'

export interface PictureSize {
  readonly kind: keyof typeof thumbnailEdges
  /** The width to decode it in, in pixels; null if the thumbnail has no more pixels than the tile. */
  readonly width: number | null
}

/**
 * The least pixels that fill a tile as sharply as the screen can show: of which thumbnail, and in which width. `ratio`
 * is the picture's width / height: it covers the tile, and what stands out is cut off.
 */
export function pictureSize(
  box: { readonly width: number; readonly height: number },
  ratio: number,
  /** Pixels of the screen per CSS pixel. */
  pixelRatio: number,
): PictureSize {
  const width = Math.ceil(Math.max(box.width, box.height * ratio) * pixelRatio)
  const edge = Math.max(width, width / ratio)
  const kind = edge <= thumbnailEdges.small ? 'small' : 'thumb'
  return { kind, width: edge < thumbnailEdges[kind] ? width : null }
}
