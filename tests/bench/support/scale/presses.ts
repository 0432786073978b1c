import type { Page } from '@playwright/test'
import { galleryOf, queueOf } from '../../../e2e/fixtures/regions'
import { namedElectron, startApp } from '../benchApp'
import { createWorld, usualPlan } from './world'

/** A press of a big command, and how long until the window showed that something had changed. */
export interface Press {
  readonly name: string
  readonly seenMs: number
}

/** How long to wait for what may never be shown, in milliseconds. */
const patienceMs = 20_000

/** From the press itself to the frame that shows other words, or other rows, in a region of the window. */
async function seenAfter(page: Page, region: string, press: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([name, patience]) => {
      const root = document.querySelector(`[aria-label="${name}"]`) ?? document.body
      const shown = () =>
        [
          root.textContent,
          ...[...root.querySelectorAll('[role=option]')].map((one) => one.getAttribute('aria-label')),
        ].join()
      let before = shown()
      let pressed: number | null = null
      const note = ({ timeStamp }: Event) => {
        pressed = timeStamp
      }
      const seen = new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          const at = pressed
          // What changes before the press was caused by something else.
          if (at === null) before = shown()
          else if (shown() !== before) requestAnimationFrame(() => end(performance.now() - at))
        })
        const end = (ms: number) => {
          watch.disconnect()
          window.removeEventListener('click', note, true)
          window.removeEventListener('keydown', note, true)
          resolve(ms)
        }
        watch.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
        window.addEventListener('click', note, true)
        window.addEventListener('keydown', note, true)
        setTimeout(() => end(patience), patience)
      })
      Object.assign(window, { seen })
    },
    [region, patienceMs] as const,
  )
  await press()
  return page.evaluate(() => Reflect.get(window, 'seen') as Promise<number>)
}

/** Presses the big commands as a user does, each once, in a window where nothing else happens. */
export async function* seenPresses(profile: string, rows: number): AsyncGenerator<Press> {
  await createWorld(profile, { ...usualPlan(rows), feed: 0, slots: 8 })
  const { electron, page } = await startApp(namedElectron(), process.cwd(), {
    profile,
    usable: { role: 'textbox', name: 'Prompt' },
    env: { CYANOTYPE_DEMO: JSON.stringify({ taskMs: 3000, slots: 8, side: 256 }) },
  })
  try {
    await page.setViewportSize({ width: 1280, height: 800 })
    const queue = queueOf(page)
    const gallery = galleryOf(page)
    const menu = queue.button('More for waiting')
    const retry = queue.button(/^Retry .* failed, billed$/).first()
    await menu.waitFor()
    await gallery.region
      .getByRole('option', { name: /saved$/ })
      .first()
      .click()
    await page.keyboard.press('ControlOrMeta+A')
    yield {
      name: 'delete all',
      seenMs: await seenAfter(page, 'Gallery', () => page.keyboard.press('Delete')),
    }
    await menu.click()
    const high = page.getByRole('menuitemradio', { name: 'High' })
    yield { name: 'prioritize', seenMs: await seenAfter(page, 'Queue', () => high.click()) }
    await menu.click()
    const cancel = page.getByRole('menuitem', { name: 'Cancel batch' })
    yield { name: 'cancel batch', seenMs: await seenAfter(page, 'Queue', () => cancel.click()) }
    await retry.click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Send / })
    yield { name: 'retry failed', seenMs: await seenAfter(page, 'Queue', () => confirm.click()) }
  } finally {
    await electron.close()
  }
}
