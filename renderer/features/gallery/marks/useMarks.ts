import type { Image } from '@shared/model/image'
import type { ImageMarks } from '@shared/model/imageMarks'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/shallow'
import { marksShown } from '../../../stores/pendingMarks'
import { useStores } from '../../../stores/storesContext'

/** The marks that an image is shown with, from the moment they are pressed. */
export function useMarks(image: Pick<Image, 'id' | 'number'> & ImageMarks): ImageMarks {
  const { pendingMarks } = useStores()
  return useStore(
    pendingMarks,
    useShallow((state) => marksShown(state, image)),
  )
}
