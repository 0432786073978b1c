import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { coalesced } from './coalesced'
import type { GalleryStore } from './galleryStore'
import { isSelected, placeOf, type SelectedImages, selectionOf } from './selectedImages'

/** A place of the comparison; the images in it may follow one another. */
export interface ComparedSlot {
  readonly key: number
  readonly image: Image
}

export interface ComparedState {
  /** Two or more, side by side; empty while nothing is compared. */
  readonly slots: readonly ComparedSlot[]
  /** The key of the slot that is acted on. */
  readonly active: number
}

/** Images that are compared, wherever they are in the list: they follow what becomes of them. */
export interface ComparedImages extends StoreApi<ComparedState> {
  /** Nothing is compared if fewer than two are left of them. Rejects with the refusal. */
  open(images: SelectedImages): Promise<void>
  activate(key: number): void
  /** The slot beside the active one becomes active. */
  step(way: 1 | -1): void
  /**
   * Puts the next image of the list into the active slot, after all that are compared, so that the best one can be held
   * against those that follow; or the one before it. Calls are carried out one after the other. Rejects with the refusal.
   */
  replace(way: 1 | -1): Promise<void>
  /** The main process has marked these. */
  mark(images: SelectedImages, change: MarkChange): void
  /** An image isn't compared for now, though it is there; returns what brings it back. */
  leave(id: string): () => void
  close(): void
  dispose(): void
}

const nothing: ComparedState = { slots: [], active: 0 }

export function createComparedImages(
  client: Client,
  gallery: Pick<GalleryStore, 'shownQuery'>,
): ComparedImages {
  const store = createStore<ComparedState>(() => nothing)
  /** Also those that are deleted: an undo brings them back. */
  let wanted: readonly { readonly key: number; readonly id: string }[] = []
  let left: ReadonlySet<string> = new Set()
  let lastKey = 0
  let turn: Promise<void> = Promise.resolve()

  function close(): void {
    wanted = []
    left = new Set()
    store.setState(nothing)
  }

  function show(images: readonly Image[]): void {
    const found = new Map(images.map((image) => [image.id, image]))
    const slots = wanted.flatMap(({ key, id }) => {
      const image = found.get(id)
      return image === undefined || left.has(id) ? [] : [{ key, image }]
    })
    if (slots.length < 2) {
      close()
      return
    }
    const { active, slots: before } = store.getState()
    const at = before.findIndex(({ key }) => key === active)
    const stays = slots.some(({ key }) => key === active)
    store.setState({ slots, active: stays ? active : ((slots[Math.max(0, at)] ?? slots.at(-1))?.key ?? 0) })
  }

  const refresh = coalesced(async () => {
    const asked = wanted
    if (asked.length === 0) return
    // Without an answer they stay as they are; the list itself tells of the refusal.
    const images = await client.call('images.few', { ids: asked.map(({ id }) => id) }).catch(() => null)
    if (images !== null && asked === wanted) show(images)
  })

  async function replaceActive(way: 1 | -1): Promise<void> {
    const { slots, active } = store.getState()
    const own = slots.find(({ key }) => key === active)
    if (own === undefined) return
    const image = await client.call('gallery.beyond', {
      ...gallery.shownQuery(),
      places: (way > 0 ? slots : [own]).map((slot) => placeOf(slot.image)),
      way,
      besides: slots.map((slot) => slot.image.id),
    })
    const { slots: now } = store.getState()
    if (image === null || !now.some(({ key }) => key === active)) return
    wanted = wanted.map((one) => (one.key === active ? { key: active, id: image.id } : one))
    store.setState({ slots: now.map((slot) => (slot.key === active ? { ...slot, image } : slot)) })
  }

  const forget = client.on('gallery.changed', () => void refresh())

  return {
    ...store,
    async open(images) {
      const rows = await client.call('images.few', selectionOf(images))
      wanted = rows.map(({ id }) => ({ key: ++lastKey, id }))
      left = new Set()
      store.setState(nothing)
      show(rows)
    },
    activate: (key) => store.setState({ active: key }),
    step(way) {
      const { slots, active } = store.getState()
      const next = slots[slots.findIndex(({ key }) => key === active) + way]
      if (next !== undefined) store.setState({ active: next.key })
    },
    replace(way) {
      const done = turn.then(() => replaceActive(way))
      turn = done.catch(() => undefined)
      return done
    },
    mark(images, change) {
      store.setState(({ slots }) => ({
        slots: slots.map((slot) =>
          isSelected(images, slot.image) ? { ...slot, image: { ...slot.image, ...change } } : slot,
        ),
      }))
    },
    leave(id) {
      if (wanted.every((one) => one.id !== id)) return () => {}
      left = new Set(left).add(id)
      show(store.getState().slots.map(({ image }) => image))
      return () => {
        left = new Set([...left].filter((other) => other !== id))
        void refresh()
      }
    },
    close,
    dispose: forget,
  }
}
