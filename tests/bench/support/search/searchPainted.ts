import { galleryOf } from '../../../e2e/fixtures/regions'
import { type Figure, median, percentile } from '../figure'
import { openGallery } from '../gallery/galleryWindow'
import { queries } from './queries'

/** From the last key of a query to the first frame with its rows and their count, in the real window. */
export async function searchPainted(profile: string, add: (figure: Figure) => void): Promise<void> {
  const { electron, page } = await openGallery(profile)
  const { search, region } = galleryOf(page)
  const clear = region.locator('.field').getByRole('button', { name: 'Clear the search' })
  const field = await search.elementHandle()
  if (field === null) throw new Error('there is no search field')

  /** Begins to wait for what is typed next. The count is empty from then until the answer is shown. */
  const nextPaint = () =>
    field.evaluateHandle((input) => ({
      painted: new Promise<number>((resolve) => {
        const count = input.closest('.field')?.querySelector('[role=status]')
        let typed: number | null = null
        let isAwaited = false
        const observer = new MutationObserver(() => {
          if (typed === null) return
          if (count?.textContent === '') isAwaited = true
          else if (isAwaited) {
            observer.disconnect()
            const began = typed
            // A message comes after the frame that the callback belongs to.
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.now() - began)
            requestAnimationFrame(() => channel.port2.postMessage(null))
          }
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        // What an input method writes has no key.
        input.addEventListener('input', (event) => (typed ??= event.timeStamp), { once: true })
      }),
    }))

  for (const [name, texts] of Object.entries(queries)) {
    const times: number[] = []
    for (const text of texts) {
      // Chips too.
      if (await clear.isVisible()) await clear.click()
      await region.getByRole('listbox', { name: 'Images' }).waitFor()
      // The last key alone is measured: what was found before it is another answer.
      await search.fill(text.slice(0, -1))
      if (text.length > 1) await region.getByText(/ of /).first().waitFor()
      const next = await nextPaint()
      await page.keyboard.insertText(text.slice(-1))
      times.push(await next.evaluate(({ painted }) => painted))
    }
    add({ name: `search: ${name}, painted, p95`, value: percentile(times, 0.95), unit: 'ms', target: 100 })
    add({ name: `search: ${name}, painted, median`, value: median(times), unit: 'ms', target: null })
  }
  await electron.close()
}
