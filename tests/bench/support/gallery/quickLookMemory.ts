import type { GalleryPart } from './galleryPart'
import { most, withApp } from './windowMemory'

const images = 100

/** What the window alone takes after a user has stepped through originals, in a run that nothing looks into. */
export const quickLookMemory: GalleryPart = async ({ profile, add }) => {
  await withApp(profile, async (app, taken) => {
    add({ name: 'quick look memory: at the start', value: await taken(), unit: 'MiB', target: null })
    await app.page(lookAt, images)
    const name = `quick look memory: after ${images} originals`
    add({ name, value: await taken(), unit: 'MiB', target: most })
  })
}

/** Steps through so many images in quick look, each of them in its own pixels. Runs in the page. */
async function lookAt(images: number): Promise<void> {
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  const shown = () => document.querySelector<HTMLElement>('[role=dialog] [data-shows]')?.dataset.shows
  document.querySelector<HTMLElement>('[data-tile]')?.focus()
  press(' ')
  let before: string | undefined
  for (let image = 1; image <= images; image++) {
    if (image > 1) press('ArrowRight')
    for (;;) {
      const address = shown()
      if (address?.includes('//image/') && address !== before) {
        before = address
        break
      }
      await new Promise(requestAnimationFrame)
    }
  }
}
