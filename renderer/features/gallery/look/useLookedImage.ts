import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useGallery, useStores } from '../../../stores/storesContext'
import { imageAtTile, isUnder, keyOf } from '../layout/galleryCell'
import type { GalleryPlan } from '../layout/galleryPlan'

interface LookedImage {
  /** Null until its row has been fetched. */
  readonly image: Image | null
  /** The user has just marked it. */
  mark(change: MarkChange): void
}

/**
 * The image that the user went to, by its `key`, which is at a tile. It stays in view when another one comes to stand
 * on top of it in a closed stack, which the tile then shows.
 */
export function useLookedImage(
  plan: GalleryPlan,
  { tile, key }: { readonly tile: number; readonly key: string | null },
): LookedImage {
  const { client, pendingMarks } = useStores()
  const rows = useGallery((state) => state.rows)
  const revision = useGallery(({ shape }) => shape?.revision)
  const top = imageAtTile(plan, rows, tile)
  const [looked, setLooked] = useState(top)
  const isMarking = useStore(pendingMarks, ({ pending }) => pending.length > 0)
  const under =
    looked !== null && top !== null && keyOf(looked) === key && isUnder(looked, top) ? looked : null
  if (under === null && top !== null && top !== looked) setLooked(top)

  // The list has no row of it.
  const id = under?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the list may be one of this image
  useEffect(() => {
    if (id === null || isMarking) return
    let dropped = false
    void client.call('images.few', { ids: [id] }).then(
      ([image]) => {
        if (dropped || image === undefined) return
        setLooked((before) => (before?.id === id ? { ...before, ...image } : before))
      },
      // It stays as it is; the list itself tells of the refusal.
      () => undefined,
    )
    return () => {
      dropped = true
    }
  }, [client, id, isMarking, revision])

  return {
    image: under ?? top,
    mark: (change) => setLooked((before) => before && { ...before, ...change }),
  }
}
