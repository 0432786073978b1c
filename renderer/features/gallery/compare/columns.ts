import type { Size } from '../look/zoom'

/** The room under each picture for its facts and marks, and between pictures, in CSS pixels. */
const captionHeight = 36
const gap = 8

/** Another arrangement has to be this much better than one with more columns. */
const worthwhile = 1.05

/** The number of columns in which pictures are largest: side by side, unless another arrangement shows clearly more. */
export function comparedColumns(pictures: readonly Size[], room: Size): number {
  const count = pictures.length
  let best = { columns: count, shown: 0 }
  for (let columns = count; columns >= 1; columns--) {
    // Rows of one length alone: a gap would seem to miss a picture.
    if (count % columns !== 0) continue
    const rows = count / columns
    const stage = {
      width: Math.max(1, (room.width - gap * (columns - 1)) / columns),
      height: Math.max(1, (room.height - gap * (rows - 1)) / rows - captionHeight),
    }
    const shown = pictures.reduce((sum, picture) => sum + shownArea(picture, stage), 0)
    if (best.shown === 0 || shown > worthwhile * best.shown) best = { columns, shown }
  }
  return best.columns
}

function shownArea({ width, height }: Size, stage: Size): number {
  const scale = Math.min(stage.width / width, stage.height / height)
  return width * height * scale * scale
}
