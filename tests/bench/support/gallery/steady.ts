import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { createSharpLoader } from '../../../../electron/demo/sharp'
import { startScriptedService } from '../../../e2e/fixtures/scriptedService'
import { createRandom, type Random } from '../../../support/random'
import { ask } from '../askRoute'
import { type AnchorMoves, watchAnchor } from './anchorWatch'
import { drawPictures } from './drawnPictures'
import type { GalleryPart } from './galleryPart'
import { type GalleryWindow, openGallery } from './galleryWindow'
import { copySeededLibrary } from './seededLibrary'

/** Images that arrive or are deleted. */
const changes = 1000
const atOnce = 8
/** After so many steps the user looks at another place. */
const stepsInPlace = 12
const key = 'bench'
const model = 'painter-1'

/** Images arrive from a service, and others are deleted around what the user looks at, which stays where it is. */
export const steady: GalleryPart = async ({ rows, folder, add }) => {
  const profile = join(folder, 'profile')
  await copySeededLibrary(rows, profile)
  const pictures = await smallPictures()
  const service = await startScriptedService({
    key,
    draw: (n) => pictures[n % pictures.length] ?? Buffer.alloc(0),
  })
  const window = await openGallery(profile)
  const draft = { ...connectionDefaults, name: 'Studio', baseUrl: service.url, models: [model] }
  const { id } = await ask(window.page, 'connections.save', { id: null, draft, apiKey: key })
  const random = createRandom(15)
  const moves: AnchorMoves[] = []
  let count = rows
  try {
    for (let done = 0; done < changes; ) {
      if (moves.length % stepsInPlace === 0) await scrollTo(window, 0.02 + 0.96 * random.next())
      const many = random.whole(1, Math.min(atOnce, changes - done))
      const watch = await watchAnchor(window.scroller)
      if (random.chance(0.5)) {
        count += many
        const draft = {
          prompt: `Arrival ${done}`,
          model,
          size: '',
          n: many,
          mode: 'direct' as const,
          image: [],
        }
        await ask(window.page, 'jobs.enqueue', { connectionId: id, draft, first: false })
      } else {
        const ids = await chosen(window, { count, many, random, spared: watch.name })
        count -= ids.length
        await ask(window.page, 'images.delete', { ids })
      }
      moves.push(await watch.sees(count))
      done += many
    }
  } finally {
    await window.electron.close()
    await service.stop()
  }
  const moved = moves.filter(({ shift, lost }) => shift > 0 || lost > 0).length
  const most = (of: (one: AnchorMoves) => number) => Math.max(...moves.map(of))
  add({
    name: `steady: ${changes} arrivals and deletes, in steps`,
    value: moves.length,
    unit: 'steps',
    target: null,
  })
  add({ name: 'steady: steps that moved the anchor', value: moved, unit: 'steps', target: 0 })
  add({ name: 'steady: shift of the anchor', value: most(({ shift }) => shift), unit: 'px', target: 0 })
  add({ name: 'steady: frames without it', value: most(({ lost }) => lost), unit: 'frames', target: 0 })
}

async function scrollTo({ scroller }: GalleryWindow, share: number): Promise<void> {
  await scroller.evaluate(async (element, to) => {
    element.scrollTop = to * (element.scrollHeight - element.clientHeight)
    const isThere = () => {
      const view = element.getBoundingClientRect()
      const tiles = [...element.querySelectorAll('[role=option]')]
      const visible = tiles.filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        return bottom > view.top && top < view.bottom
      })
      return visible.length > 0 && visible.every((tile) => tile.querySelector('canvas[data-shows]') !== null)
    }
    // The tiles of before are still there until the list hears of it.
    await new Promise(requestAnimationFrame)
    while (!isThere()) await new Promise(requestAnimationFrame)
  }, share)
}

/** Ids in view, right above or below it, and anywhere; never that of the anchor. */
async function chosen(
  { page, scroller }: GalleryWindow,
  wish: {
    readonly count: number
    readonly many: number
    readonly random: Random
    readonly spared: string | null
  },
): Promise<string[]> {
  const { count, many, random, spared } = wish
  const first = Number(await scroller.getByRole('option').first().getAttribute('aria-posinset')) - 1
  const ids = new Set<string>()
  while (ids.size < many) {
    const near = first + random.whole(-60, 100)
    const at = random.chance(0.6) ? near : random.whole(0, count - 1)
    const offset = Math.min(count - 1, Math.max(0, at))
    const { rows } = await ask(page, 'gallery.page', { text: '', offset, limit: 1 })
    const [row] = rows
    const name = `${row?.prompt}, image ${(row?.index ?? 0) + 1} of ${row?.of}, saved`
    if (row !== undefined && name !== spared) ids.add(row.id)
  }
  return [...ids]
}

/** Of several shapes; a service that draws them takes no time for it. */
async function smallPictures(): Promise<readonly Buffer[]> {
  const sharp = await createSharpLoader()()
  const drawn = await drawPictures(24)
  return Promise.all(
    drawn.map(({ path }) => sharp(path).resize(256, 256, { fit: 'inside' }).png().toBuffer()),
  )
}
