import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionDefaults } from '@shared/model/connection'
import { createSharpLoader } from '../../../../electron/demo/sharp'
import { startScriptedService } from '../../../e2e/fixtures/scriptedService'
import { eventually } from '../../../support/eventually'
import { namedElectron } from '../benchApp'
import { proportionalSize } from '../processMemory'
import { startUnwatched, type UnwatchedApp } from '../unwatchedApp'
import { drawPictures } from './drawnPictures'
import type { GalleryPart } from './galleryPart'
import { copySeededLibrary } from './seededLibrary'

/** The most that the window may take, in MiB. */
export const most = 250
const scrolledImages = 10_000
const passes = 10
/** After so many passes all that is kept for reuse is there. */
const warmPasses = 3
const arrivals = 1000
const perRequest = 10
const key = 'bench'
const model = 'painter-1'
/** Milliseconds until nothing is under way any more. */
const settleMs = 3_000

/** What the window alone takes, in a run of the app that nothing looks into. */
export const windowMemory: GalleryPart = async ({ rows, profile, folder, add }) => {
  const images = Math.min(rows, scrolledImages)
  const scrolled = await withApp(profile, async (app, taken) => {
    const after = [await taken()]
    for (let pass = 1; pass <= passes; pass++) {
      await app.page(scrollTo, pass % 2 === 1 ? images : 1)
      after.push(await taken())
    }
    return after
  })
  const after = (pass: number) => scrolled[pass] ?? Number.NaN
  const name = `window memory: after scrolling over ${images} images`
  add({ name: 'window memory: at the start', value: after(0), unit: 'MiB', target: null })
  add({ name, value: after(1), unit: 'MiB', target: most })
  add({
    name: `${name}, the most of ${passes} passes`,
    value: Math.max(...scrolled),
    unit: 'MiB',
    target: most,
  })
  const growth = after(passes) / after(warmPasses)
  add({ name: `${name}, pass ${passes} / pass ${warmPasses}`, value: growth, unit: 'ratio', target: 1.1 })

  const own = join(folder, 'profile')
  await copySeededLibrary(rows, own)
  const value = await withApp(own, async (app, taken) => {
    await receive(app)
    return taken()
  })
  add({ name: `window memory: after ${arrivals} arrivals`, value, unit: 'MiB', target: most })
}

/** Gives the app, and what its window takes once it has settled, in MiB. */
export async function withApp<T>(
  profile: string,
  work: (app: UnwatchedApp, taken: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const app = await startUnwatched(namedElectron(), profile)
  try {
    const pid = await app.main(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
      null,
    )
    return await work(app, async () => {
      await pause(settleMs)
      return proportionalSize(pid)
    })
  } finally {
    await app.close()
  }
}

/** Scrolls half a page in every frame until the image at this place of the list is drawn. Runs in the page. */
async function scrollTo(place: number): Promise<void> {
  const scroller = document.querySelector('[data-tile]')?.closest('[role=listbox]')?.parentElement
  if (!scroller) throw new Error('there is no gallery')
  const placesDrawn = () =>
    [...scroller.querySelectorAll('[data-tile]')].map((tile) => Number(tile.getAttribute('aria-posinset')))
  for (;;) {
    const places = placesDrawn()
    if (Math.min(...places) <= place && place <= Math.max(...places)) return
    const before = scroller.scrollTop
    scroller.scrollTop += (place < Math.min(...places) ? -0.5 : 0.5) * scroller.clientHeight
    if (scroller.scrollTop === before) return
    await new Promise(requestAnimationFrame)
  }
}

/** Images arrive from a service at the top of the gallery, which is in view. */
async function receive(app: UnwatchedApp): Promise<void> {
  const sharp = await createSharpLoader()()
  const drawn = await drawPictures(24)
  const pictures = await Promise.all(
    drawn.map(({ path }) => sharp(path).resize(768, 768, { fit: 'inside' }).png().toBuffer()),
  )
  const service = await startScriptedService({
    key,
    draw: (n) => pictures[n % pictures.length] ?? Buffer.alloc(0),
  })
  try {
    const before = await countImages(app)
    const draft = { ...connectionDefaults, name: 'Studio', baseUrl: service.url, models: [model] }
    await app.page(
      async ({ connection, job, requests }) => {
        const saved = (await window.cyanotype.request('connections.save', connection)) as {
          value: { id: string }
        }
        for (let n = 0; n < requests; n++) {
          const draft = { ...job, prompt: `Arrival ${n}` }
          await window.cyanotype.request('jobs.enqueue', {
            connectionId: saved.value.id,
            draft,
            first: false,
          })
        }
      },
      {
        connection: { id: null, draft, apiKey: key },
        job: { model, size: '', n: perRequest, mode: 'direct', image: [] },
        requests: arrivals / perRequest,
      },
    )
    await eventually(async () => (await countImages(app)) === before + arrivals, {
      timeoutMs: 20 * 60_000,
      what: `${arrivals} arrivals`,
    })
  } finally {
    await service.stop()
  }
}

function countImages(app: UnwatchedApp): Promise<number> {
  return app.page(async () => {
    const answer = await window.cyanotype.request('gallery.outline', { text: '' })
    return (answer as { value: { total: number } }).value.total
  }, null)
}
