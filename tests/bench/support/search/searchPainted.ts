import { galleryOf } from '../../../e2e/fixtures/regions'
import { type Figure, median, percentile } from '../figure'
import { openGallery } from '../gallery/galleryWindow'
import { queries } from './queries'

/** From the last key of a query to the first frame with its rows and their count, in the real window. */
export async function searchPainted(profile: string, add: (figure: Figure) => void): Promise<void> {
  const { electron, page } = await openGallery(profile)
  const { search, region } = galleryOf(page)
  const field = await search.elementHandle()
  if (field === null) throw new Error('there is no search field')

  /** Resolves once what is typed next is painted. The count is empty from the key until its answer is shown. */
  const nextPaint = () =>
    field.evaluate(
      (input) =>
        new Promise<number>((resolve) => {
          const count = input.parentElement?.parentElement?.querySelector('[role=status]')
          let pressed: number | null = null
          let isAnswered = false
          const observer = new MutationObserver(() => {
            if (pressed === null) return
            if (count?.textContent === '') isAnswered = true
            else if (isAnswered) {
              observer.disconnect()
              const began = pressed
              // A message comes after the frame that the callback belongs to.
              const channel = new MessageChannel()
              channel.port1.onmessage = () => resolve(performance.now() - began)
              requestAnimationFrame(() => channel.port2.postMessage(null))
            }
          })
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          input.addEventListener('keydown', (event) => (pressed ??= event.timeStamp), { once: true })
        }),
    )

  for (const [name, texts] of Object.entries(queries)) {
    const times: number[] = []
    for (const text of texts) {
      await search.fill('')
      await region.getByRole('listbox', { name: 'Images' }).waitFor()
      // The last key alone is measured: what was found before it is another answer.
      await search.fill(text.slice(0, -1))
      if (text.length > 1) await region.getByText(/ of /).first().waitFor()
      const painted = nextPaint()
      await search.press(text.slice(-1))
      times.push(await painted)
    }
    add({ name: `search: ${name}, painted, p95`, value: percentile(times, 0.95), unit: 'ms', target: 100 })
    add({ name: `search: ${name}, painted, median`, value: median(times), unit: 'ms', target: null })
  }
  await electron.close()
}
