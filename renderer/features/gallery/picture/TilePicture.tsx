import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { thumbHashToRGBA } from 'thumbhash'
import { pictureAddress } from '../../../client/pictures'
import { useStores } from '../../../stores/storesContext'
import { classNames } from '../../../ui/classNames'
import { cssColour } from './cssColour'
import { pictureSize } from './pictureSize'

export interface TilePictureProps {
  /** Null until the image's row has been fetched. */
  readonly id: string | null
  /** See `Image.picture`. */
  readonly picture: number
  /** See `Image.placeholder`. */
  readonly placeholder: string | null
  /** Average colour as RGB565; 0 while unknown. */
  readonly colour: number
  /** Width / height of the image. */
  readonly ratio: number
  /** Of the tile, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** Of the screen, per CSS pixel. */
  readonly pixelRatio: number
  /** False while the tile's words stay, until the picture has been drawn. */
  readonly shown: boolean
  readonly dimmed: boolean
  /** Called when the picture itself has been drawn. */
  readonly onDrawn: () => void
}

/** How long a colour waits for the picture before its placeholder is drawn, in milliseconds. */
const placeholderDelay = 200

/**
 * One canvas, which is first the image's colour, then its placeholder, then its picture. In a new size, the old pixels
 * are stretched until the new ones are there.
 */
export const TilePicture = memo(function TilePicture(props: TilePictureProps) {
  const { id, picture, placeholder, colour, ratio, width, height, pixelRatio, shown, dimmed } = props
  const { pictures } = useStores()
  const canvas = useRef<HTMLCanvasElement>(null)
  const onDrawn = useEffectEvent(props.onDrawn)
  const isColoured = colour !== 0
  const size = pictureSize({ width, height }, ratio, pixelRatio)

  useLayoutEffect(() => {
    if (placeholder === null) return
    const draw = () => {
      const element = canvas.current
      if (element !== null && element.dataset.shows !== 'picture') drawPlaceholder(element, placeholder)
    }
    if (!isColoured) return draw()
    // What races by is its colour, if that is known, and so is what has its picture soon: the hundredth part of the work.
    let timer: number | undefined
    const forget = pictures.whenFree(() => {
      timer = window.setTimeout(draw, placeholderDelay)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [pictures, placeholder, isColoured])

  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    pictures.load(pictureAddress(size.kind, { id, picture }), size.width, leaving.signal).then(
      (bitmap) => {
        if (canvas.current !== null) drawPicture(canvas.current, bitmap)
        bitmap.close()
        onDrawn()
      },
      // Without its thumbnail, a tile keeps its placeholder.
      () => {},
    )
    return () => leaving.abort()
  }, [pictures, id, picture, size.kind, size.width])

  useEffect(() => {
    const element = canvas.current
    return () => {
      // Frees its pixels now; the element itself stays until garbage is collected.
      if (element !== null) element.width = 0
    }
  }, [])

  return (
    <canvas
      ref={canvas}
      aria-hidden
      style={{ backgroundColor: cssColour(colour) }}
      className={classNames(
        'keep-colours absolute inset-0 size-full rounded-small object-cover',
        !shown && 'invisible',
        dimmed && 'opacity-30',
      )}
    />
  )
})

function drawPlaceholder(canvas: HTMLCanvasElement, placeholder: string): void {
  const pixels = pixelsOf(placeholder)
  if (pixels === null) return
  contextOf(canvas, pixels.width, pixels.height)?.putImageData(pixels, 0, 0)
  canvas.dataset.shows = 'placeholder'
}

/** Null for one that can't be drawn: it may come from a record in the library's folder, where anything can be. */
function pixelsOf(placeholder: string): ImageData | null {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))
    return new ImageData(new Uint8ClampedArray(rgba), w, h)
  } catch {
    return null
  }
}

function drawPicture(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  contextOf(canvas, bitmap.width, bitmap.height)?.drawImage(bitmap, 0, 0)
  canvas.dataset.shows = 'picture'
  // Where the picture is transparent, the tile is seen.
  canvas.style.backgroundColor = ''
}

/** In ordinary memory, and painted with the page: on the GPU, each canvas would be a layer of its own. */
function contextOf(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d', { willReadFrequently: true })
}
