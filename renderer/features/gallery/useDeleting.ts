import type { Image } from '@shared/model/image'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import type { Deletion } from '../../stores/openDeletions'
import { countOf, isSelected, type SelectedImages, selectionOf } from '../../stores/selectedImages'
import { useStores } from '../../stores/storesContext'

export interface Deleting {
  /** Deletes the selection and selects `next`, or nothing if null; each call has its own Undo. */
  remove(next: Image | null): void
  /** Whether an image is selected for deletion, or was deleted, though the list still shows it. */
  goes(image: Image): boolean
  /** Undoes the newest delete that can still be undone. */
  undo(): void
}

/** Deletes the selection, and undoes deletes, the newest first. */
export function useDeleting(): Deleting {
  const { t } = useTranslation()
  const { batchFilter, client, deletions, gallery, selection, toasts } = useStores()
  const act = useAct()

  return useMemo(() => {
    const list = (): string => JSON.stringify([gallery.getState().text, batchFilter.getState().batchId])
    /** Never selects images that the list may no longer show: they would be deleted or exported unseen. */
    const selectAgain = (images: SelectedImages, from: string): void => {
      if (from === list()) selection.replace(images)
    }

    /** A toast's action that undoes a delete, for as long as that is possible. */
    const undoOf = (deletion: Deletion, label: string) => ({
      action: { label, run: () => takeBack(deletion).then(() => null) },
      until: deletion.until,
    })

    async function takeBack(deletion: Deletion): Promise<void> {
      // First: a second press applies to the one before it.
      deletions.drop(deletion)
      const { press } = await deletion.answer
      const { restored } = await client.call('images.restore', { press }).catch((thrown: unknown) => {
        deletions.reopen(deletion)
        throw thrown
      })
      if (restored === 0) return toasts.fail(t('gallery.undoTooLate'))
      selectAgain(deletion.images, deletion.list)
      const before = deletions.newest()
      toasts.show({
        text: t('gallery.restored', { count: restored }),
        ...(before === null ? { action: null } : undoOf(before, t('gallery.undoBefore'))),
      })
    }

    return {
      remove(next) {
        const { ids, list: part } = selection.getState()
        const images = { ids, list: part }
        if (countOf(images) === 0) return
        const answer = client.call('images.delete', selectionOf(images))
        const deletion = deletions.add({ images, list: list(), answer })
        // At once: a second press acts on what is then shown as selected.
        if (next === null) selection.clear()
        else selection.only(next)
        void act(async () => {
          const { deleted } = await answer.catch((thrown: unknown) => {
            deletions.drop(deletion)
            selectAgain(images, deletion.list)
            throw thrown
          })
          toasts.show({
            text: t('gallery.deleted', { count: deleted }),
            ...undoOf(deletion, t('gallery.undo')),
          })
        })
      },
      goes: (image) => isSelected(selection.getState(), image) || deletions.holds(image, list()),
      undo() {
        const deletion = deletions.newest()
        if (deletion !== null) void act(() => takeBack(deletion))
      },
    }
  }, [batchFilter, client, deletions, gallery, selection, toasts, t, act])
}
