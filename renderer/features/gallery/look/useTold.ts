import type { Image } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import type { InBatch } from '@shared/model/job'
import { useEffect, useState } from 'react'
import { useGallery, useStores } from '../../../stores/storesContext'

/** What is told of an image that is looked at. */
export interface Told {
  readonly id: string
  /** How it is told from the others of its batch; null if it isn't. */
  readonly inBatch: InBatch | null
  /** Null if it isn't known. */
  readonly cost: ImageCost | null
}

/** Null until it is known. */
export function useTold(image: Image | null): Told | null {
  const { client } = useStores()
  const revision = useGallery(({ shape }) => shape?.revision)
  const [told, setTold] = useState<Told | null>(null)
  const { id = null, jobId = null } = image ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image of a request changes the cost of this one
  useEffect(() => {
    if (id === null || jobId === null) return
    let dropped = false
    const tell = (inBatch: InBatch | null, cost: ImageCost | null): void => {
      if (!dropped) setTold({ id, inBatch, cost })
    }
    void Promise.all([client.call('jobs.inBatch', { id: jobId }), client.call('images.cost', { id })]).then(
      ([inBatch, cost]) => tell(inBatch, cost),
      () => tell(null, null),
    )
    return () => {
      dropped = true
    }
  }, [client, id, jobId, revision])
  return told?.id === id ? told : null
}
