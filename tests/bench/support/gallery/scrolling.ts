import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

const frameMs = 1000 / 60
const wheelMs = 4_000
/** CSS pixels of one turn of the wheel. */
const wheelStep = 240
/** Height of the thumb of a very long list, in CSS pixels, as the style sheet has it. */
const leastThumb = 40
/** CSS pixels that the thumb is dragged in a frame. */
const dragStep = 6

/** Scrolls with real input for a while: wheel down, wheel up, and the thumb from where it is to the other end. */
export async function scrollFor(page: Page, scroller: Locator, ms: number): Promise<void> {
  const end = performance.now() + ms
  for (let turn = 0; performance.now() < end; turn++) {
    const until = Math.min(end, performance.now() + wheelMs)
    if (turn % 3 < 2) await wheel(page, scroller, turn % 3 === 0 ? wheelStep : -wheelStep, until)
    else await dragThumb(page, scroller, turn % 2, { end })
  }
}

async function wheel(page: Page, scroller: Locator, step: number, end: number): Promise<void> {
  const { x, y, width, height } = await boxOf(scroller)
  await page.mouse.move(x + width / 2, y + height / 2)
  await paced(end, () => page.mouse.wheel(0, step))
}

/**
 * Drags the scroll bar's thumb to a share of its way, 0 at the top: a little in each frame until `end`, or in one
 * movement.
 */
export async function dragThumb(
  page: Page,
  scroller: Locator,
  share: number,
  { atOnce = false, end = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const { x, from, to } = await thumbOf(scroller, share)
  await page.mouse.move(x, from)
  await page.mouse.down()
  const steps = atOnce ? 1 : Math.max(1, Math.ceil(Math.abs(to - from) / dragStep))
  let step = 0
  await paced(end, async () => {
    step += 1
    await page.mouse.move(x, from + ((to - from) * step) / steps)
    return step < steps
  })
  // Chromium handles a move with the next frame, and forgets it if the button is let go before.
  await page.evaluate(
    () => new Promise<number>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  await page.mouse.up()
}

/** Where the thumb is, in the window, and where it is to be dragged. */
async function thumbOf(scroller: Locator, share: number) {
  const { x, y, width, height } = await boxOf(scroller)
  const { top, bar, visible, whole } = await scroller.evaluate((element) => ({
    top: element.scrollTop,
    bar: (element as HTMLElement).offsetWidth - element.clientWidth,
    visible: element.clientHeight,
    whole: element.scrollHeight,
  }))
  const thumb = Math.max(leastThumb, (visible / whole) * height)
  const at = (part: number) => y + thumb / 2 + part * (height - thumb)
  // At its right edge begins the handle between two regions.
  return { x: x + width - bar * 0.75, from: at(top / Math.max(1, whole - visible)), to: at(share) }
}

/** Once a frame until it is over, or `work` says so. */
async function paced(end: number, work: () => Promise<unknown>): Promise<void> {
  for (let next = performance.now(); performance.now() < end; next += frameMs) {
    if ((await work()) === false) return
    const left = next + frameMs - performance.now()
    if (left > 0) await pause(left)
    else next = performance.now()
  }
}

export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return box
}
