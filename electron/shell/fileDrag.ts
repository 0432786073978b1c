import { type NativeImage, nativeImage, type WebContents } from 'electron'
import type { FileDrag } from '../core/ports'
import { type Bitmap, dragPicture, pictureEdge } from './dragPicture'

/** The value of each byte of a grey square. */
const plainByte = 0x80

/** Drags files out of the window, to wherever the system lets them fall. */
export function createFileDrag(contents: Pick<WebContents, 'startDrag' | 'isDestroyed'>): FileDrag {
  return {
    start(paths, icon) {
      const [file] = paths
      if (file === undefined || contents.isDestroyed()) return
      const shown = icon === null ? null : nativeImage.createFromBuffer(icon)
      // The system refuses to drag without one.
      const first = shown === null || shown.isEmpty() ? plain : bitmapOf(shown)
      const { bytes, ...size } = dragPicture(first, paths.length)
      contents.startDrag({ file, files: [...paths], icon: nativeImage.createFromBitmap(bytes, size) })
    },
  }
}

const plain: Bitmap = {
  bytes: Buffer.alloc(pictureEdge * pictureEdge * 4, plainByte),
  width: pictureEdge,
  height: pictureEdge,
}

function bitmapOf(image: NativeImage): Bitmap {
  const { width, height } = image.getSize()
  const isWide = width >= height
  const small = Math.max(width, height) <= pictureEdge
  const drawn = small ? image : image.resize(isWide ? { width: pictureEdge } : { height: pictureEdge })
  return { bytes: drawn.toBitmap(), ...drawn.getSize() }
}
