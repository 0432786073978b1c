import type { Collection } from '@shared/model/collection'
import { type DragEvent, useState } from 'react'
import { useStores } from '../../../stores/storesContext'
import { useCollecting } from '../collections/useCollecting'

interface CollectionDrop {
  /** For the row of a collection. */
  readonly on: (collection: Collection) => {
    readonly isUnderDrag: boolean
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Images that are dropped on a collection get into it. */
export function useCollectionDrop(): CollectionDrop {
  const { draggedImages } = useStores()
  const { add } = useCollecting()
  const [over, setOver] = useState<string | null>(null)
  return {
    on: (collection) => ({
      isUnderDrag: over === collection.id,
      onDragOver(event) {
        if (draggedImages.getState() === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(collection.id)
      },
      onDragLeave: () => setOver(null),
      onDrop(event) {
        const images = draggedImages.getState()
        setOver(null)
        if (images === null) return
        event.preventDefault()
        add(collection, images)
      },
    }),
  }
}
