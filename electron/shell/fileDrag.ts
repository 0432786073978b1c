import { nativeImage, type WebContents } from 'electron'
import type { FileDrag } from '../core/ports'

/** Pixels of a side, and the value of each byte: a grey square. */
const plainEdge = 48
const plainByte = 0x80

/** Drags files out of the window, to wherever the system lets them fall. */
export function createFileDrag(contents: Pick<WebContents, 'startDrag' | 'isDestroyed'>): FileDrag {
  return {
    start(paths, icon) {
      const [file] = paths
      if (file === undefined || contents.isDestroyed()) return
      const shown = icon === null ? null : nativeImage.createFromBuffer(icon)
      // The system refuses to drag without one.
      contents.startDrag({
        file,
        files: [...paths],
        icon: shown === null || shown.isEmpty() ? plain() : shown,
      })
    },
  }
}

const plain = () =>
  nativeImage.createFromBitmap(Buffer.alloc(plainEdge * plainEdge * 4, plainByte), {
    width: plainEdge,
    height: plainEdge,
  })
