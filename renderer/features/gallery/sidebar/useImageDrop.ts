import { type DragEvent, useState } from 'react'
import type { SelectedImages } from '../../../stores/selectedImages'
import { useStores } from '../../../stores/storesContext'
import { useCollecting } from '../collections/useCollecting'
import { useMarking } from '../marks/useMarking'
import type { Entry } from './useEntries'

interface DropTarget {
  readonly isUnderDrag: boolean
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: () => void
  readonly onDrop: (event: DragEvent) => void
}

interface ImageDrop {
  /** For the row of an entry; null if nothing can be dropped on it. */
  readonly on: (entry: Entry) => DropTarget | null
  /** For the row that makes a new collection. */
  readonly onNew: DropTarget
}

/**
 * Images that are dropped on a row become what it shows: of a collection, marked, or deleted. `collect` makes a new
 * collection with them.
 */
export function useImageDrop(collect: (images: SelectedImages) => void): ImageDrop {
  const { commands, draggedImages, selection } = useStores()
  const { add } = useCollecting()
  const mark = useMarking()
  const [over, setOver] = useState<string | null>(null)

  const target = (key: string, take: (images: SelectedImages) => void): DropTarget => ({
    isUnderDrag: over === key,
    onDragOver(event) {
      if (draggedImages.getState() === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(key)
    },
    onDragLeave: () => setOver(null),
    onDrop(event) {
      const images = draggedImages.getState()
      setOver(null)
      if (images === null) return
      event.preventDefault()
      take(images)
    },
  })

  return {
    on({ key, own, takes }) {
      if (own !== null && 'collection' in own) return target(key, (images) => add(own.collection, images))
      if (takes === null) return null
      return target(key, (images) => {
        if (takes !== 'deleted') return mark(images, takes, { quiet: false })
        selection.replace(images)
        commands.run('delete')
      })
    },
    onNew: target('new', collect),
  }
}
