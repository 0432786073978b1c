import type { Image } from '@shared/model/image'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import type { Picture } from './decoding'
import type { Zoom } from './useZoom'
import type { Size } from './zoom'

interface StagePictureProps {
  readonly image: Image
  readonly picture: Picture
  /** In CSS pixels. */
  readonly stage: Size
  readonly zoom: Zoom
}

/**
 * The part of the picture that is in view, drawn in the pixels of the screen: a canvas of the picture's own pixels would
 * be a second copy of it, and Chromium makes those flicker that it shows smaller.
 */
export function StagePicture({ image, picture, stage, zoom: { box, density, squares } }: StagePictureProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = Math.round(stage.width * density)
  const height = Math.round(stage.height * density)

  const draw = useEffectEvent(() => {
    const element = canvas.current
    if (element === null) return
    element.width = width
    element.height = height
    const context = element.getContext('2d')
    if (context === null) return
    context.imageSmoothingEnabled = !squares
    context.imageSmoothingQuality = 'medium'
    // On whole pixels of the screen, so that it is sharp at 100 %.
    const [left, top] = [Math.round(box.left * density), Math.round(box.top * density)]
    const right = Math.round((box.left + box.width) * density)
    const bottom = Math.round((box.top + box.height) * density)
    context.drawImage(picture.bitmap, left, top, right - left, bottom - top)
  })

  // Before the next paint, and at once: nobody sees the canvas while it is empty.
  useLayoutEffect(() => draw())

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    // Its pixels may be on the GPU, which can be lost.
    const again = () => draw()
    element.addEventListener('contextrestored', again)
    return () => {
      element.removeEventListener('contextrestored', again)
      // Frees its pixels now; the element itself stays until garbage is collected.
      element.width = 0
    }
  }, [])

  const { prompt, index, of } = image
  return (
    <>
      <div
        role="img"
        aria-label={t('gallery.tile', { prompt, index: index + 1, of, state: t('gallery.state.saved') })}
        data-shows={picture.address}
        className="keep-colours absolute bg-raise"
        style={box}
      />
      <canvas
        ref={canvas}
        aria-hidden
        className="keep-colours pointer-events-none absolute top-0 left-0"
        style={{ width: width / density, height: height / density }}
      />
    </>
  )
}
