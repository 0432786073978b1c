import type { Image } from '@shared/model/image'
import type { ImageMarks } from '@shared/model/imageMarks'
import { useStore } from 'zustand'
import { marksShown } from '../../../stores/pendingMarks'
import { useStores } from '../../../stores/storesContext'

/** The marks that an image is shown with, from the moment they are pressed. */
export function useMarks(image: Pick<Image, 'id' | 'number'> & ImageMarks): ImageMarks {
  const { pendingMarks } = useStores()
  const flag = useStore(pendingMarks, (state) => marksShown(state, image).flag)
  const rating = useStore(pendingMarks, (state) => marksShown(state, image).rating)
  const favourite = useStore(pendingMarks, (state) => marksShown(state, image).favourite)
  return { flag, rating, favourite }
}
