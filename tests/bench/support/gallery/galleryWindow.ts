import type { Locator, Page } from '@playwright/test'
import { galleryOf } from '../../../e2e/fixtures/regions'
import { type BenchApp, namedElectron, startApp } from '../benchApp'

/** The app with the gallery of a profile in view. */
export interface GalleryWindow extends BenchApp {
  /** The element in which the tiles are scrolled. */
  readonly scroller: Locator
}

/** A usual size; the tiles of it are about as many as a user sees at once. */
export const windowSize = { width: 1280, height: 800 } as const

/** Starts the app, with images or without. */
export async function openWindow(profile: string): Promise<BenchApp> {
  const app = await startApp(namedElectron(), process.cwd(), {
    profile,
    usable: { role: 'textbox', name: 'Prompt' },
  })
  await app.page.setViewportSize(windowSize)
  return app
}

/** The same, and waits until the first pictures are there. */
export async function openGallery(profile: string): Promise<GalleryWindow> {
  const app = await openWindow(profile)
  const list = await picturesDrawn(app.page)
  return { ...app, scroller: list.locator('xpath=..') }
}

/** Once all pictures in view are drawn, none of them is being made any more. Returns their list. */
export async function picturesDrawn(page: Page): Promise<Locator> {
  const list = galleryOf(page).region.getByRole('listbox', { name: 'Images' })
  await list
    .getByRole('option', { name: /saved$/ })
    .first()
    .waitFor()
  await list.evaluate(async (element) => {
    const isDrawn = ({ dataset }: HTMLElement) => dataset.shows === 'picture'
    while (![...element.querySelectorAll('canvas')].every(isDrawn)) await new Promise(requestAnimationFrame)
  })
  return list
}
