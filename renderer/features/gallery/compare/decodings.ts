import type { Image } from '@shared/model/image'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Pictures } from '../../../client/pictures'
import { createDecoding, type Decoding, type Shown } from '../look/decoding'

/** What is on each stage, by the key of its slot. */
export interface Decodings extends StoreApi<{ readonly shown: ReadonlyMap<number, Shown> }> {
  /** Shows these images, each as soon as it is decoded; until then its stage stays as it was. Others are let go. */
  look(slots: readonly { readonly key: number; readonly image: Image }[]): void
  /** Loads the picture of an image again that failed. */
  again(image: Image): void
  close(): void
}

export function createDecodings(load: Pictures['load']): Decodings {
  const store = createStore<{ readonly shown: ReadonlyMap<number, Shown> }>(() => ({ shown: new Map() }))
  const decodings = new Map<number, Decoding>()

  function update(): void {
    const shown = new Map<number, Shown>()
    for (const [key, decoding] of decodings) {
      const own = decoding.getState().shown
      if (own !== null) shown.set(key, own)
    }
    store.setState({ shown })
  }

  function begin(key: number): Decoding {
    const decoding = createDecoding(load)
    decoding.subscribe(update)
    decodings.set(key, decoding)
    return decoding
  }

  function keepOnly(keys: ReadonlySet<number>): void {
    for (const [key, decoding] of decodings) {
      if (keys.has(key)) continue
      decodings.delete(key)
      decoding.close()
    }
  }

  return {
    ...store,
    look(slots) {
      keepOnly(new Set(slots.map(({ key }) => key)))
      for (const { key, image } of slots) (decodings.get(key) ?? begin(key)).look(image, [])
    },
    again(image) {
      for (const decoding of decodings.values()) decoding.again(image)
    },
    close: () => keepOnly(new Set()),
  }
}
