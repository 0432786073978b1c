import { useStore } from 'zustand'
import type { GalleryState } from './galleryStore'
import type { SelectionState } from './selectionStore'
import { useStores } from './storesContext'

export function useGallery<T>(select: (state: GalleryState) => T): T {
  return useStore(useStores().gallery, select)
}

export function useSelection<T>(select: (state: SelectionState) => T): T {
  return useStore(useStores().selection, select)
}
