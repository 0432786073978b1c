import type { JSHandle, Locator } from '@playwright/test'

/** Finds, in the page, the tiles that are in view now. */
export const tilesInView = (scroller: Locator): Promise<JSHandle<() => readonly HTMLElement[]>> =>
  scroller.evaluateHandle((element) => () => {
    const { top, bottom } = element.getBoundingClientRect()
    return [...element.querySelectorAll<HTMLElement>('[role=option]')].filter((tile) => {
      const box = tile.getBoundingClientRect()
      return box.bottom > top && box.top < bottom
    })
  })
