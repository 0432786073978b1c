import type { ImageDetails } from '@shared/model/image'
import { useLibraryOnly } from '../../../parts/useLibraryOnly'
import { imageOf } from '../../../stores/galleryRows'
import { useGallery } from '../../../stores/storesContext'
import { MarkButtons } from './MarkButtons'
import { useMarking } from './useMarking'
import { useMarks } from './useMarks'

/** The marks of the image whose details are shown: as its row has them, which is told first. */
export function DetailsMarks({ details }: { readonly details: ImageDetails }) {
  const { id } = details
  const row = useGallery(({ rows }) => imageOf(rows, id))
  // No image has this number.
  const marks = useMarks(row ?? { ...details, number: 0 })
  const mark = useMarking()
  const libraryOnly = useLibraryOnly()
  return (
    <MarkButtons
      marks={marks}
      onMark={(change) =>
        libraryOnly(() => mark({ ids: new Set([id]), many: null }, change, { quiet: true }))
      }
    />
  )
}
