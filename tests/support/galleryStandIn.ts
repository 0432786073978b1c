import { type GalleryOutline, type GallerySort, type Image, ratioByte } from '@shared/model/image'
import { comparedMaximum, fewImages, type ImagePlace } from '@shared/model/imageSelection'
import { bitsOf, bitsText, hasBit, textBits } from '@shared/model/numberBits'
import type { FakeBridge } from './fakeBridge'

/** Image `number`, counted from the oldest, 1. Prompts alternate between a fern and a chair. */
export function imageSample(number: number): Image {
  return {
    id: `image${number}`,
    jobId: `job of image${number}`,
    index: 1,
    of: 4,
    prompt: `${number % 2 === 0 ? 'fern' : 'chair'} ${number}`,
    width: 300,
    height: 200,
    decoded: true,
    format: 'png',
    bytes: 1000,
    placeholder: null,
    createdAt: number * 1000,
    number,
    placedAt: number * 1000,
    outside: null,
    picture: 0,
    flag: null,
    rating: 0,
    favourite: false,
  }
}

export interface GalleryStandIn {
  /** Newest first. */
  readonly images: Image[]
  /** Whether a search finds an image; by default, if its prompt has the text. */
  finds: (text: string, image: Image) => boolean
  /** Puts what was found in an order; by default, it stays as it is. */
  sorts: (text: string, sort: GallerySort, found: readonly Image[]) => readonly Image[]
  /** Their days; by default, all are of one. */
  daysOf: (found: readonly Image[], sort: GallerySort) => GalleryOutline['days']
  /** Tells the window that the images changed. */
  announce(): void
}

/** A library of this many images, all of one day, behind a fake bridge. */
export function standInGallery(bridge: FakeBridge, count: number): GalleryStandIn {
  const images = Array.from({ length: count }, (_, index) => imageSample(count - index))
  /** What each press of Delete took out, and from where. */
  const presses: { readonly image: Image; readonly at: number }[][] = []
  let revision = 1
  /** What the trash holds, the last deleted first. */
  const trash: Image[] = []
  const found = (text: string, sort: GallerySort = 'new') =>
    text === 'is:deleted'
      ? trash
      : library.sorts(
          text,
          sort,
          images.filter((image) => library.finds(text, image)),
        )
  const announce = () => {
    revision += 1
    bridge.emit('gallery.changed', { revision })
  }

  const library: GalleryStandIn = {
    images,
    announce,
    finds: (text, { prompt }) => prompt.includes(text),
    sorts: (_text, _sort, all) => all,
    daysOf: ({ length: count }) => (count === 0 ? [] : [{ day: '2024-05-04', count }]),
  }

  const numbersOf = (some: readonly Image[]) => some.map(({ number }) => number)

  /** The lists that were outlined, which are kept for a selection in them. */
  const outlined = new Map<string, readonly Image[]>()
  bridge.answer('gallery.outline', ({ text, sort, marks = [] }) => {
    const rows = found(text, sort)
    outlined.set(JSON.stringify([text, sort, revision]), rows)
    const positions = new Map(rows.map(({ number }, position) => [number, position]))
    return {
      revision,
      total: rows.length,
      libraryTotal: images.length,
      days: library.daysOf(rows, sort),
      flags: {
        kept: rows.filter(({ flag }) => flag === 'kept').length,
        rejected: rows.filter(({ flag }) => flag === 'rejected').length,
      },
      ratios: btoa(rows.map(({ width, height }) => String.fromCharCode(ratioByte(width, height))).join('')),
      marks: marks.map((number) => positions.get(number) ?? null),
      colours: btoa('\0'.repeat(2 * rows.length)),
    }
  })
  bridge.answer('gallery.page', ({ text, sort, offset, limit }) => ({
    revision,
    rows: found(text, sort).slice(offset, offset + limit),
  }))
  bridge.answer('gallery.count', ({ text }) => ({ total: found(text).length }))
  bridge.answer('gallery.costs', ({ text }) => {
    const cost = {
      connectionId: 'demo',
      name: 'Demo',
      demo: true,
      maybe: 0,
      unknown: 0,
      surely: 2 * found(text).length,
    }
    return { revision, total: [cost], days: [{ day: '2024-05-04', cost: [cost] }] }
  })
  bridge.answer('images.cost', () => ({ surely: 2, maybe: 0, isKnown: true, demo: true }))
  bridge.answer('images.costs', ({ ids }) => ({
    total: [{ connectionId: 'demo', name: 'Demo', demo: true, maybe: 0, unknown: 0, surely: 2 * ids.length }],
  }))
  bridge.answer('jobs.history', () => null)
  bridge.answer('jobs.inBatch', () => null)
  const between = (text: string, from: ImagePlace | null, to: ImagePlace | null) => {
    const ends = [from?.placedAt ?? Number.POSITIVE_INFINITY, to?.placedAt ?? 0]
    return found(text).filter(
      ({ placedAt }) => placedAt <= Math.max(...ends) && placedAt >= Math.min(...ends),
    )
  }
  const selected = (chosen: readonly Image[]) =>
    chosen.length > fewImages
      ? { count: chosen.length, numbers: bitsText(bitsOf(numbersOf(chosen), Math.max(...numbersOf(images)))) }
      : { ids: chosen.map(({ id }) => id) }
  bridge.answer('gallery.select', ({ text, from, to, flag }) =>
    selected(between(text, from, to).filter((image) => flag === undefined || image.flag === flag)),
  )
  bridge.answer('gallery.selectAt', ({ text, sort, revision, ranges, besides, takenOut = false }) => {
    const rows = outlined.get(JSON.stringify([text, sort, revision]))
    return rows === undefined
      ? null
      : selected(
          images.filter((image) => {
            const at = rows.indexOf(image)
            return ranges.some(([first, last]) => first <= at && at <= last)
              ? !takenOut
              : besides?.ids.includes(image.id) === true
          }),
        )
  })
  bridge.answer('gallery.selectSeen', ({ text, sort, selection: { ids, numbers = '' } }) => {
    const bits = textBits(numbers)
    const seen = found(text, sort).filter(({ id, number }) => ids.includes(id) || hasBit(bits, number))
    return { selected: selected(seen), top: null }
  })
  bridge.answer('images.few', ({ ids }) =>
    ids.flatMap((id) => images.find((image) => image.id === id) ?? []).slice(0, comparedMaximum),
  )
  bridge.answer('gallery.beyond', ({ text, places, way, besides }) => {
    const rows = found(text)
    const at = places.map(({ jobId }) => rows.findIndex((row) => row.jobId === jobId))
    const beyond = way > 0 ? rows.slice(Math.max(...at) + 1) : rows.slice(0, Math.min(...at)).toReversed()
    return beyond.find(({ id }) => !besides.includes(id)) ?? null
  })
  bridge.answer('images.delete', ({ ids, numbers = '' }) => {
    const ofList = images.filter(({ number }) => hasBit(textBits(numbers), number))
    const taken = [...ids, ...ofList.map(({ id }) => id)].flatMap((id) => {
      const at = images.findIndex((image) => image.id === id)
      return at < 0 ? [] : images.splice(at, 1).map((image) => ({ image, at }))
    })
    trash.unshift(...taken.map(({ image }) => image))
    announce()
    return { press: presses.push(taken), deleted: taken.length }
  })
  const takeFromTrash = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const at = trash.findIndex((image) => image.id === id)
      return at < 0 ? [] : trash.splice(at, 1)
    })
  bridge.answer('trash.size', ({ selection }) => {
    const some = selection === null ? trash : trash.filter(({ id }) => selection.ids.includes(id))
    const owner = { connectionId: 'demo', name: 'Demo', demo: true, maybe: 0, unknown: 0 }
    return {
      images: some.length,
      bytes: 1_200_000 * some.length,
      left: 0,
      changed: 0,
      isShared: false,
      total: some.length === 0 ? [] : [{ ...owner, surely: 2 * some.length }],
    }
  })
  bridge.answer('trash.restore', ({ ids }) => {
    const back = takeFromTrash(ids)
    images.push(...back)
    images.sort((a, b) => b.number - a.number)
    announce()
    return { restored: back.length, missing: 0 }
  })
  bridge.answer('trash.discard', ({ selection }) => {
    const gone = takeFromTrash(selection?.ids ?? trash.map(({ id }) => id))
    announce()
    return { discarded: gone.length }
  })
  bridge.answer('images.restore', ({ press }) => {
    const taken = presses[press - 1] ?? []
    takeFromTrash(taken.map(({ image }) => image.id))
    for (const { image, at } of taken.toReversed()) images.splice(at, 0, image)
    announce()
    return { restored: taken.length }
  })
  /** What each press marked, as it was before. */
  const marked: Image[][] = []
  const put = (some: readonly Image[]) => {
    for (const one of some) {
      const at = images.findIndex(({ id }) => id === one.id)
      if (at >= 0) images[at] = one
    }
    announce()
  }
  bridge.answer('images.mark', ({ selection: { ids, numbers = '' }, change }) => {
    const bits = textBits(numbers)
    const before = images.filter((image) => ids.includes(image.id) || hasBit(bits, image.number))
    put(before.map((image) => ({ ...image, ...change })))
    return { press: marked.push(before), marked: before.length }
  })
  bridge.answer('images.unmark', ({ press }) => {
    const before = marked[press - 1] ?? []
    put(before)
    return { restored: before.length }
  })
  const notes = new Map<string, string>()
  bridge.answer('images.writeNote', ({ id, note, only }) => {
    const written = only === undefined || only === (notes.get(id) ?? '')
    if (written) notes.set(id, note)
    announce()
    return { written }
  })
  bridge.answer('images.details', ({ id }) => {
    const deleted = trash.find((one) => one.id === id)
    const image = images.find((one) => one.id === id) ?? deleted ?? imageSample(1)
    return {
      ...image,
      asked: { model: 'demo-1', prompt: image.prompt, size: '300x200', n: 4, mode: 'direct' },
      revisedPrompt: `${image.prompt}, in morning light`,
      format: 'png',
      bytes: 1_500_000,
      file: `2024/05-04/${image.id}.png`,
      connectionId: 'demo',
      connectionName: 'Demo',
      batch: null,
      taskId: null,
      brought: null,
      sha256: 'ab',
      tookMs: 41_000,
      note: notes.get(id) ?? '',
      deletedAt: deleted === undefined ? null : 1,
      collections: [],
    }
  })
  return library
}

/** Gives every element a size, which a DOM without layout lacks; returns the disposer. */
export function giveSize(width: number, height: number): () => void {
  const sizes = { clientWidth: width, offsetWidth: width, clientHeight: height, offsetHeight: height }
  const before = Object.keys(sizes).map(
    (name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const,
  )
  for (const [name, size] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(HTMLElement.prototype, name)
      else Object.defineProperty(HTMLElement.prototype, name, descriptor)
    }
  }
}
