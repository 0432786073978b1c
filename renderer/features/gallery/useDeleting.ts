import type { Image } from '@shared/model/image'
import { useMemo, useState } from 'react'
import { useDid } from '../../parts/useDid'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { useTranslation } from '../../parts/useTranslation'
import { createOpenDeletions } from '../../stores/openDeletions'
import { countOf, isSelected, type SelectedImages, selectionOf } from '../../stores/selectedImages'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'
import { imagesCostWords } from '../../text/costWords'
import { type Deletes, leavableCollection } from './collections/leavableCollection'
import { type Selected, useCollecting } from './collections/useCollecting'

export interface Deleting {
  /**
   * Deletes the selection and calls `leave`, which selects another; each call can be undone separately. In a collection
   * it is taken out of that instead, unless it is `deletes` that is asked for.
   */
  remove(leave: () => void, deletes: Deletes): void
  /** The same with one image, which leaves the selection, if it is in it, as it was otherwise. */
  removeOne(image: Image, deletes: Deletes): void
  /** Deletes all images of the list that are rejected, as one act. */
  removeRejected(): void
  /** Whether an image is selected for deletion, or has left the list, which still shows it. */
  goes(image: Image): boolean
  /** Whether an image has left the list, which still shows it. */
  isGone(image: Image): boolean
}

/** Deletes images, or takes them out of a collection; both can be undone. */
export function useDeleting(): Deleting {
  const { t } = useTranslation()
  const { app, batchFilter, client, collections, compared, deletions, gallery, selection, stacking, toasts } =
    useStores()
  const did = useDid()
  const { takeOut } = useCollecting()
  const [leaving] = useState(createListLeaving)
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

    const isGone = (image: Image): boolean => deletions.holds(image) || leaving.holds(image, list())

    const backIn =
      ({ comeBack }: Selected) =>
      (thrown: unknown): never => {
        comeBack()
        throw thrown
      }

    const remove = (images: SelectedImages, selected: Selected, { deletes }: Deletes): void => {
      const collection = deletes
        ? null
        : leavableCollection(
            gallery.getState(),
            collections.getState().collections,
            app.getState().preferences.views,
          )
      if (collection === null) {
        did(() => deleted(images, selected).catch(backIn(selected)))
        return
      }
      const from = list()
      const leave = (): (() => void) => {
        const ends = [leaving.add(images, from), ...[...images.ids].map(compared.leave)]
        return () => {
          for (const end of ends) end()
        }
      }
      let stay = leave()
      takeOut(collection, images, {
        leave() {
          stay = leave()
          selected.leave()
        },
        comeBack() {
          stay()
          selected.comeBack()
        },
      })
    }

    return {
      remove(leave, deletes) {
        const { ids, many } = selection.getState()
        const images = { ids, many }
        if (countOf(images) === 0) return
        const from = list()
        const selected = { leave: selection.clear, comeBack: () => selectAgain(images, from) }
        remove(images, selected, deletes)
        // At once: a second press acts on what is then shown as selected.
        leave()
      },
      removeOne(image, deletes) {
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
        remove({ ids: new Set([image.id]), many: null }, selected, deletes)
      },
      removeRejected: () => libraryOnly(() => did(rejectedDeleted)),
      isGone,
      goes: (image) => isSelected(selection.getState(), image) || isGone(image),
    }
  }, [
    app,
    batchFilter,
    client,
    collections,
    compared,
    deletions,
    gallery,
    selection,
    stacking,
    toasts,
    t,
    did,
    libraryOnly,
    takeOut,
    leaving,
  ])
}

/** What has left a list, which may still show it; another list may have it. */
function createListLeaving() {
  const images = createOpenDeletions()
  let list = ''
  return {
    /** Returns what forgets it. */
    add(leaving: SelectedImages, from: string): () => void {
      if (from !== list) images.forgetAll()
      list = from
      return images.add(leaving)
    },
    holds: (image: Image, of: string): boolean => of === list && images.holds(image),
  }
}
