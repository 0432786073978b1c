import type { Image } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import type { InBatch } from '@shared/model/job'
import { useEffect, useState } from 'react'
import { useGallery, useStores } from '../../../stores/storesContext'

/** What is told of an image that is looked at. */
export interface Told {
  readonly image: Image
  /** How it is told from the others of its batch; null if it isn't. */
  readonly inBatch: InBatch | null
  /** Null if it isn't known. */
  readonly cost: ImageCost | null
}

/** Null until something is known. What is told of the image before stays until then: no line is drawn in parts. */
export function useTold(image: Image | null): Told | null {
  const { client } = useStores()
  const revision = useGallery(({ shape }) => shape?.revision)
  const [told, setTold] = useState<Told | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image of a request changes the cost of this one
  useEffect(() => {
    if (image === null) return
    let dropped = false
    const tell = (inBatch: InBatch | null, cost: ImageCost | null): void => {
      if (!dropped) setTold({ image, inBatch, cost })
    }
    const { id, jobId } = image
    void Promise.all([client.call('jobs.inBatch', { id: jobId }), client.call('images.cost', { id })]).then(
      ([inBatch, cost]) => tell(inBatch, cost),
      () => tell(null, null),
    )
    return () => {
      dropped = true
    }
  }, [client, image?.id, revision])
  return told
}
