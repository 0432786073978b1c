import { type Image, ratioByte } from '@shared/model/image'
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
    createdAt: number * 1000,
  }
}

export interface GalleryStandIn {
  /** Newest first. */
  readonly images: Image[]
  /** Tells the window that the images changed. */
  announce(): void
}

/** A library of this many images, all of one day, behind a fake bridge. */
export function standInGallery(bridge: FakeBridge, count: number): GalleryStandIn {
  const images = Array.from({ length: count }, (_, index) => imageSample(count - index))
  const deleted = new Map<string, { readonly image: Image; readonly at: number }>()
  let revision = 1
  const found = (text: string) => images.filter(({ prompt }) => prompt.includes(text))
  const announce = () => {
    revision += 1
    bridge.emit('gallery.changed', { revision })
  }

  bridge.answer('gallery.outline', ({ text }) => {
    const rows = found(text)
    return {
      revision,
      total: rows.length,
      days: rows.length === 0 ? [] : [{ day: '2024-05-04', count: rows.length }],
      ratios: btoa(String.fromCharCode(...rows.map(({ width, height }) => ratioByte(width, height)))),
    }
  })
  bridge.answer('gallery.page', ({ text, offset, limit }) => ({
    revision,
    rows: found(text).slice(offset, offset + limit),
  }))
  bridge.answer('gallery.ids', ({ text, from, to }) =>
    found(text)
      .slice(from, to + 1)
      .map(({ id }) => id),
  )
  bridge.answer('images.delete', ({ ids }) => {
    for (const id of ids) {
      const at = images.findIndex((image) => image.id === id)
      const [image] = at < 0 ? [] : images.splice(at, 1)
      if (image !== undefined) deleted.set(id, { image, at })
    }
    announce()
    return { deleted: ids.length }
  })
  bridge.answer('images.restore', ({ ids }) => {
    for (const id of [...ids].reverse()) {
      const one = deleted.get(id)
      if (one !== undefined) images.splice(one.at, 0, one.image)
    }
    announce()
    return { restored: ids.length }
  })
  bridge.answer('images.details', ({ id }) => {
    const image = images.find((one) => one.id === id) ?? imageSample(1)
    return {
      ...image,
      asked: { model: 'demo-1', prompt: image.prompt, size: '300x200', n: 4, mode: 'direct' },
      revisedPrompt: `${image.prompt}, in morning light`,
      format: 'png',
      bytes: 1_500_000,
      file: `2024/05-04/${image.id}.png`,
      connectionId: 'demo',
      connectionName: 'Demo',
      taskId: null,
      sha256: 'ab',
      tookMs: 41_000,
    }
  })
  return { images, announce }
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
