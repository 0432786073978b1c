import { useCallback } from 'react'
import { useStores } from '../stores/storesContext'
import { showsTrash } from '../stores/trashShown'
import { useTranslation } from './useTranslation'

/** Does what is only done with images of the library; while the list is of the trash, it says so instead. */
export function useLibraryOnly(): (act: () => void) => void {
  const { t } = useTranslation()
  const { gallery, toasts } = useStores()
  return useCallback(
    (act) => {
      if (showsTrash(gallery.getState())) toasts.show({ text: t('gallery.trash.restoreFirst'), action: null })
      else act()
    },
    [gallery, toasts, t],
  )
}
