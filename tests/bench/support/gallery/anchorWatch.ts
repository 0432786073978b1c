import type { Locator } from '@playwright/test'

/** What became of the anchor, frame by frame. */
export interface AnchorMoves {
  /** The farthest that it was from where it had been, in CSS pixels, across or down. */
  readonly shift: number
  /** Frames in which it wasn't there. */
  readonly lost: number
}

/** After so many milliseconds, what isn't in the list never will be. */
const patienceMs = 30_000

/**
 * Watches the tile nearest the middle of the view, by its name: it is what must stay where it is. `sees` resolves once
 * the list has this many tiles, one frame later.
 */
export async function watchAnchor(scroller: Locator) {
  const watch = await scroller.evaluateHandle((element, patience) => {
    const tiles = () => [...element.querySelectorAll('[role=option]')]
    const nameOf = (tile: Element) => tile.getAttribute('aria-label')
    const view = element.getBoundingClientRect()
    // Not that of the scroll bar: of two tiles, the one nearer by a hair is kept.
    const list = element.querySelector('[role=listbox]')?.getBoundingClientRect() ?? view
    const middle = { x: list.left + list.width / 2, y: view.top + view.height / 2 }
    const distance = (tile: Element) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return Math.hypot((left + right) / 2 - middle.x, (top + bottom) / 2 - middle.y)
    }
    const [nearest] = tiles().toSorted((one, other) => distance(one) - distance(other))
    if (nearest === undefined) throw new Error('there are no tiles')
    const name = nameOf(nearest)
    const before = nearest.getBoundingClientRect()
    const moves = { shift: 0, lost: 0 }
    let isOver = false
    const look = () => {
      const now = tiles()
        .find((tile) => nameOf(tile) === name)
        ?.getBoundingClientRect()
      if (now === undefined) moves.lost += 1
      else
        moves.shift = Math.max(moves.shift, Math.abs(now.left - before.left), Math.abs(now.top - before.top))
      if (!isOver) requestAnimationFrame(look)
    }
    look()
    const frame = () => new Promise(requestAnimationFrame)
    return {
      name,
      async sees(count: number) {
        const shown = () => tiles()[0]?.getAttribute('aria-setsize')
        for (const began = performance.now(); shown() !== String(count); await frame())
          if (performance.now() - began > patience) throw new Error(`${shown()} images, not ${count}`)
        await frame()
        await frame()
        isOver = true
        return moves
      },
    }
  }, patienceMs)
  return {
    name: await watch.evaluate(({ name }) => name),
    sees: (count: number): Promise<AnchorMoves> => watch.evaluate(({ sees }, wanted) => sees(wanted), count),
  }
}
