import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import type { Deletion } from '../../stores/openDeletions'
import type { AnchoredPlace } from '../../stores/selectionStore'
import { useStores } from '../../stores/storesContext'

export interface Deleting {
  /** Deletes the selection and selects `next`, or nothing if null; each call has its own Undo. */
  remove(next: { readonly id: string; readonly anchor: AnchoredPlace } | null): void
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
    const selectAgain = (ids: readonly string[], from: string): void => {
      if (from === list()) selection.replace(ids)
    }

    /** A toast's action that undoes a delete, for as long as that is possible. */
    const undoOf = (deletion: Deletion, label: string) => ({
      action: { label, run: () => takeBack(deletion).then(() => null) },
      until: deletion.until,
    })

    async function takeBack(deletion: Deletion): Promise<void> {
      // First: a second press applies to the one before it.
      deletions.drop(deletion)
      const ids = [...deletion.ids]
      const { restored } = await client.call('images.restore', { ids }).catch((thrown: unknown) => {
        deletions.reopen(deletion)
        throw thrown
      })
      if (restored === 0) return toasts.fail(t('gallery.undoTooLate'))
      selectAgain(ids, deletion.list)
      const before = deletions.newest()
      toasts.show({
        text: t('gallery.restored', { count: restored }),
        ...(before === null ? { action: null } : undoOf(before, t('gallery.undoBefore'))),
      })
    }

    return {
      remove(next) {
        const ids = [...selection.getState().ids]
        if (ids.length === 0) return
        const deletion = deletions.add(ids, list())
        // At once: a second press acts on what is then shown as selected.
        if (next === null) selection.clear()
        else selection.only(next.id, next.anchor)
        void act(async () => {
          const { deleted } = await client.call('images.delete', { ids }).catch((thrown: unknown) => {
            deletions.drop(deletion)
            selectAgain(ids, deletion.list)
            throw thrown
          })
          toasts.show({
            text: t('gallery.deleted', { count: deleted }),
            ...undoOf(deletion, t('gallery.undo')),
          })
        })
      },
      undo() {
        const deletion = deletions.newest()
        if (deletion !== null) void act(() => takeBack(deletion))
      },
    }
  }, [batchFilter, client, deletions, gallery, selection, toasts, t, act])
}
