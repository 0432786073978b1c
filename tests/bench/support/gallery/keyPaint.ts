import { setTimeout as pause } from 'node:timers/promises'
import type { JSHandle, Page } from '@playwright/test'
import { median, percentile } from '../figure'
import type { GalleryBench } from './galleryPart'

/** How long a user looks before the next key: what is prepared meanwhile is ready then. */
const lookMs = 400

/** At most so many times as long as a bare page that paints the same. */
const ratioTarget = 1.5
/** Milliseconds, on a quiet machine. */
const paintTarget = 100

/** What a key does, in a page. */
export type KeyWork =
  /** The app does it by itself: whether it has been done. Asked in each frame. */
  | { isDone(): boolean }
  /** A bare page does this. Resolves once its pictures are decoded. */
  | { act(): Promise<unknown> }

/** Milliseconds from a key to the frame after the one in which its work is done, which is painted by then. */
export async function timeKey(page: Page, key: string, work: JSHandle<KeyWork>): Promise<number> {
  const timed = await work.evaluateHandle((work) => {
    const pressed = new Promise<number>((resolve) => {
      const onKey = ({ timeStamp }: KeyboardEvent) => resolve(timeStamp)
      window.addEventListener('keydown', onKey, { capture: true, once: true })
    })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    /** In the first frame that shows it: looked at more often, the page would be laid out more often. */
    const done = async () => {
      if ('act' in work) await work.act()
      do await frame()
      while ('isDone' in work && !work.isDone())
    }
    const painted = pressed.then(async (began) => {
      await done()
      await frame()
      return performance.now() - began
    })
    return { painted }
  })
  await page.keyboard.press(key)
  return timed.evaluate(({ painted }) => painted)
}

/** From the same key to the paint, in milliseconds, of one try after the other. */
export interface Paints {
  readonly app: number[]
  readonly bare: number[]
}

export const noPaints = (): Paints => ({ app: [], bare: [] })

/** One try of both, one after the other: what the app prepares for the next key must not slow the bare page. */
export async function timeBoth(
  { app, bare }: Paints,
  inApp: () => Promise<number>,
  inBare: () => Promise<number>,
): Promise<void> {
  await pause(lookMs)
  app.push(await inApp())
  await pause(lookMs)
  bare.push(await inBare())
}

/** Adds what the tries came to. */
export function tellPaints(add: GalleryBench['add'], what: string, { app, bare }: Paints): void {
  const tell = (how: string, value: number, unit: string, target: number | null = null) =>
    add({ name: `${what}: ${how}`, value, unit, target })
  const [appP95, bareP95] = [percentile(app, 0.95), percentile(bare, 0.95)]
  tell('key to paint, median', median(app), 'ms')
  tell('key to paint, p95', appP95, 'ms', paintTarget)
  tell('key to paint, bare page, median', median(bare), 'ms')
  tell('key to paint, bare page, p95', bareP95, 'ms')
  tell('app / bare page, p95', appP95 / bareP95, 'ratio', ratioTarget)
}
