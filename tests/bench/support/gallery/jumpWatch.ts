import type { Locator } from '@playwright/test'
import { tilesInView } from './tilesInView'

/** What the window showed after it was scrolled far at once. */
export interface Jump {
  /** Visible tiles with nothing in them, neither a colour nor a picture, in the next frame; 1 if there were no tiles. */
  readonly empty: number
  /** Milliseconds until the pictures of all visible tiles were loaded and decoded. */
  readonly sharpMs: number
}

/** After so many milliseconds a picture that isn't there never will be. */
const patienceMs = 10_000

/** Watches the next jump; it begins with the next event of this type. */
export async function watchJump(
  scroller: Locator,
  begins: 'scroll' | 'keydown',
): Promise<{ jump(): Promise<Jump> }> {
  const inView = await tilesInView(scroller)
  const watch = await inView.evaluateHandle(
    (visibleTiles, [type, patience]) => {
      const shownBy = (tile: Element) => tile.querySelector('canvas')?.dataset.shows
      /** Its own colour is what its own style says; the colour of all tiles is none. */
      const isFilled = (tile: Element) =>
        shownBy(tile) !== undefined || Boolean(tile.querySelector('canvas')?.style.backgroundColor)
      const emptyTiles = () => {
        const tiles = visibleTiles()
        return tiles.length === 0 ? 1 : tiles.filter((tile) => !isFilled(tile)).length
      }
      const frame = () => new Promise(requestAnimationFrame)
      /** Once what the frame changed is on the screen. */
      const painted = () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        })
      async function sharpAfter(began: number): Promise<number> {
        while (performance.now() - began < patience) {
          const tiles = visibleTiles()
          if (tiles.length > 0 && tiles.every((tile) => shownBy(tile) === 'picture'))
            return performance.now() - began
          await frame()
        }
        return patience
      }
      const jump = new Promise<{ empty: number; sharpMs: number }>((resolve, reject) => {
        setTimeout(() => reject(new Error(`there was no ${type}`)), 2 * patience)
        const begin = async () => {
          const began = performance.now()
          await frame()
          await painted()
          const empty = emptyTiles()
          resolve({ empty, sharpMs: await sharpAfter(began) })
        }
        window.addEventListener(type, () => void begin(), { capture: true, once: true })
      })
      return { jump }
    },
    [begins, patienceMs] as const,
  )
  return { jump: () => watch.evaluate(({ jump }) => jump) }
}
