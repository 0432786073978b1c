import { AppFailure, appError } from '@shared/errors'
import { collectionKey, shownCollection } from '@shared/model/collection'
import type { FakeBridge } from './fakeBridge'
import type { GalleryStandIn } from './galleryStandIn'

interface StandInCollection {
  readonly id: string
  readonly name: string
  /** Ids of images. */
  readonly images: readonly string[]
}

/** Collections behind a fake bridge, as they would be in the main process; ids are `c1`, `c2` and so on. */
export function standInCollections(bridge: FakeBridge, library: GalleryStandIn) {
  let all: readonly StandInCollection[] = []
  /** As it was before and after each press. */
  const presses: { readonly back: typeof all; readonly again: typeof all }[] = []
  let made = 0

  library.finds = (text, { id, prompt }) => {
    const shown = shownCollection(text, all)
    return shown === null ? prompt.includes(text) : shown.images.includes(id)
  }

  library.sorts = (text, sort, found) => {
    const order = shownCollection(text, all)?.images
    if (sort !== 'hand' || order === undefined) return found
    return found.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  }

  const press = (changed: typeof all, count: number) => {
    presses.push({ back: all, again: changed })
    all = changed
    library.announce()
    return { press: presses.length, changed: count }
  }
  const needed = (id: string): StandInCollection => {
    const found = all.find((one) => one.id === id)
    if (found === undefined) throw new AppFailure(appError('rowMissing'))
    return found
  }
  const needFree = (name: string, own: string | null) => {
    if (all.some((one) => one.id !== own && collectionKey(one.name) === collectionKey(name)))
      throw new AppFailure(appError('collectionNameTaken'))
  }
  const replaced = (one: StandInCollection) => all.map((other) => (other.id === one.id ? one : other))

  bridge.answer('collections.list', () => ({
    collections: all
      .map(({ id, name, images }) => ({
        ...{ id, name },
        images: library.images.filter((image) => images.includes(image.id)).length,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  }))
  bridge.answer('collections.create', ({ name, selection }) => {
    needFree(name, null)
    const id = `c${++made}`
    const images = selection?.ids ?? []
    return { id, ...press([...all, { id, name, images }], images.length) }
  })
  bridge.answer('collections.rename', ({ id, name }) => {
    needFree(name, id)
    return press(replaced({ ...needed(id), name }), 1)
  })
  bridge.answer('collections.remove', ({ id }) =>
    press(
      all.filter((one) => one !== needed(id)),
      1,
    ),
  )
  bridge.answer('collections.add', ({ id, selection }) => {
    const one = needed(id)
    const fresh = selection.ids.filter((image) => !one.images.includes(image))
    return press(replaced({ ...one, images: [...one.images, ...fresh] }), fresh.length)
  })
  bridge.answer('collections.takeOut', ({ id, selection }) => {
    const one = needed(id)
    const left = one.images.filter((image) => !selection.ids.includes(image))
    return press(replaced({ ...one, images: left }), one.images.length - left.length)
  })
  bridge.answer('collections.move', ({ id, selection, beside: { imageId, to } }) => {
    const one = needed(id)
    const moved = one.images.filter((image) => image !== imageId && selection.ids.includes(image))
    const others = one.images.filter((image) => !moved.includes(image))
    const at = others.indexOf(imageId) + Number(to === 'after')
    return press(replaced({ ...one, images: others.toSpliced(at, 0, ...moved) }), moved.length)
  })
  bridge.answer('collections.turn', ({ press: number, way }) => {
    all = presses[number - 1]?.[way] ?? all
    library.announce()
    return { turned: 1 }
  })
  return {
    images: (name: string) => all.find((one) => one.name === name)?.images,
    put(name: string, images: readonly string[]): void {
      all = [...all, { id: `c${++made}`, name, images }]
    },
    moves: () => bridge.inputs('collections.move').length,
  }
}
