import type { Image } from '@shared/model/image'
import { useMemo } from 'react'
import { useDid } from '../../parts/useDid'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { useTranslation } from '../../parts/useTranslation'
import { countOf, isSelected, type SelectedImages, selectionOf } from '../../stores/selectedImages'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'
import { imagesCostWords } from '../../text/costWords'

export interface Deleting {
  /** Deletes the selection and calls `leave`, which selects another; each call can be undone separately. */
  remove(leave: () => void): void
  /** Deletes one image, which leaves the selection, if it is in it, as it was otherwise. */
  removeOne(image: Image): void
  /** Deletes all images of the list that are rejected, as one act. */
  removeRejected(): void
  /** Whether an image is selected for deletion, or was deleted, though the list still shows it. */
  goes(image: Image): boolean
  /** Whether an image was deleted, though the list still shows it. */
  isGone(image: Image): boolean
}

/** What a deletion does to the selection. */
interface Selected {
  leave(): void
  /** After an undo. */
  comeBack(): void
}

/** Deletes the selection, which can be undone. */
export function useDeleting(): Deleting {
  const { t } = useTranslation()
  const { batchFilter, client, deletions, gallery, selection, stacking, toasts } = useStores()
  const did = useDid()
  const libraryOnly = useLibraryOnly()

  return useMemo(() => {
    const list = (): string =>
      JSON.stringify([gallery.getState().text, batchFilter.getState().batchId, stacking.getState().stacks])
    /** Never selects images that the list may no longer show: they would be deleted or exported unseen. */
    const selectAgain = (images: SelectedImages, from: string): void => {
      if (from !== list()) return
      const { shape } = gallery.getState()
      // Without an answer what is selected stays; the list itself tells of the refusal.
      void selection.replaceWith(() => gallery.seen(images, shape)).catch(() => undefined)
    }

    /** Done again, it names the same images. */
    async function deleted(
      images: SelectedImages,
      selected: Selected,
      words = (count: number) => t('gallery.deleted', { count }),
    ): Promise<Step | null> {
      const forget = deletions.add(images)
      const answer = await client.call('images.delete', selectionOf(images)).catch((thrown: unknown) => {
        forget()
        throw thrown
      })
      if (answer.deleted === 0) return null
      return {
        text: words(answer.deleted),
        tooLate: t('gallery.undoTooLate'),
        async reverse() {
          const { restored } = await client.call('images.restore', { press: answer.press })
          if (restored === 0) return null
          forget()
          selected.comeBack()
          return {
            text: t('gallery.restored', { count: restored }),
            tooLate: t('undo.redoTooLate'),
            reverse() {
              selected.leave()
              return deleted(images, selected, words)
            },
          }
        },
      }
    }

    /** Says what they have cost, which isn't known any more once they are deleted. */
    async function rejectedDeleted(): Promise<Step | null> {
      const images = await gallery.flagged('rejected')
      if (countOf(images) === 0) {
        toasts.show({ text: t('gallery.noneRejected'), action: null })
        return null
      }
      const { total } = await client.call('images.costs', selectionOf(images))
      const cost = imagesCostWords(total, t) ?? t('money.unknown')
      selection.clear()
      return deleted(images, { leave: selection.clear, comeBack: () => {} }, (count) =>
        t('gallery.deletedRejected', { count, cost }),
      )
    }

    const backIn =
      ({ comeBack }: Selected) =>
      (thrown: unknown): never => {
        comeBack()
        throw thrown
      }

    return {
      remove(leave) {
        const { ids, many } = selection.getState()
        const images = { ids, many }
        if (countOf(images) === 0) return
        const from = list()
        const selected = { leave: selection.clear, comeBack: () => selectAgain(images, from) }
        did(() => deleted(images, selected).catch(backIn(selected)))
        // At once: a second press acts on what is then shown as selected.
        leave()
      },
      removeOne(image) {
        const from = list()
        const wasSelected = isSelected(selection.getState(), image)
        /** What else the user has selected meanwhile stays. */
        const choose = (chosen: boolean) => {
          if (isSelected(selection.getState(), image) !== chosen) selection.toggle(image)
        }
        const selected = {
          leave: () => choose(false),
          comeBack() {
            if (!wasSelected || from !== list()) return
            choose(true)
            selection.act(() => selectAgain(selection.getState(), from))
          },
        }
        selected.leave()
        did(() => deleted({ ids: new Set([image.id]), many: null }, selected).catch(backIn(selected)))
      },
      removeRejected: () => libraryOnly(() => did(rejectedDeleted)),
      isGone: deletions.holds,
      goes: (image) => isSelected(selection.getState(), image) || deletions.holds(image),
    }
  }, [batchFilter, client, deletions, gallery, selection, stacking, toasts, t, did, libraryOnly])
}
