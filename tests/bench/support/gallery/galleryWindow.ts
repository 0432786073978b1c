import type { Locator } from '@playwright/test'
import { galleryOf } from '../../../e2e/fixtures/regions'
import { type BenchApp, namedElectron, startApp } from '../benchApp'

/** The app with the gallery of a profile in view. */
export interface GalleryWindow extends BenchApp {
  /** The element in which the tiles are scrolled. */
  readonly scroller: Locator
}

/** A usual size; the tiles of it are about as many as a person sees at once. */
export const windowSize = { width: 1280, height: 800 } as const

/** Starts the app and waits until the first picture is painted. */
export async function openGallery(profile: string): Promise<GalleryWindow> {
  const app = await startApp(namedElectron(), process.cwd(), {
    profile,
    usable: { role: 'textbox', name: 'Prompt' },
    env: { CYANOTYPE_DEMO: JSON.stringify({ taskMs: 0, slots: 16, side: 256 }) },
  })
  await app.page.setViewportSize(windowSize)
  const list = galleryOf(app.page).region.getByRole('listbox')
  await list.getByRole('option').first().waitFor()
  return { ...app, scroller: list.locator('xpath=..') }
}
