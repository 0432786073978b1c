import type { RouteOutput } from '@shared/ipc/contract'
import { useCallback, useMemo } from 'react'
import { useAct } from '../../../parts/useAct'
import { useDid } from '../../../parts/useDid'
import { useTranslation } from '../../../parts/useTranslation'
import { countOf, noImages, type SelectedImages, selectionOf } from '../../../stores/selectedImages'
import type { Step } from '../../../stores/step'
import { useStores } from '../../../stores/storesContext'
import { imagesCostWords } from '../../../text/costWords'
import { fileSize } from '../../../text/fileSize'
import { localeOf } from '../../../text/locale'

type TrashSize = RouteOutput<'trash.size'>

export interface TrashActions {
  /** Brings the selection back, which can be undone. */
  restore(): void
  /** Asks, then sends the selection on to the system's trash. */
  discard(): void
  /** The same for all that the trash holds. */
  empty(): void
}

/** What the trash, or a part of it, holds: "37 images, 84 MB, 112 credits". */
export function useTrashWords(): (size: TrashSize) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    ({ images, bytes, left, total }) => {
      const cost = imagesCostWords(total, t)
      return [
        t('gallery.count', { count: images }),
        ...(left === images ? [] : [fileSize(bytes, localeOf(i18n.language))]),
        ...(cost === null ? [] : [cost]),
      ].join(', ')
    },
    [t, i18n],
  )
}

/** What can be done with deleted images. */
export function useTrash(): TrashActions {
  const { t } = useTranslation()
  const { client, deletions, dialogs, gallery, selection, undo } = useStores()
  const did = useDid()
  const act = useAct()
  const wordsOf = useTrashWords()

  return useMemo(() => {
    async function restored(images: SelectedImages): Promise<Step | null> {
      deletions.forgetAll()
      const { restored: count, missing } = await client.call('trash.restore', selectionOf(images))
      if (count === 0) return null
      const text = t('gallery.restored', { count })
      return {
        text: missing === 0 ? text : t('gallery.trash.restoredWithout', { text, count: missing }),
        tooLate: t('undo.tooLate'),
        async reverse() {
          const { deleted } = await client.call('images.delete', selectionOf(images))
          if (deleted === 0) return null
          return {
            text: t('gallery.deleted', { count: deleted }),
            tooLate: t('undo.redoTooLate'),
            reverse: () => restored(images),
          }
        },
      }
    }

    /** What becomes of images of the trash, for the user to agree to. */
    function questionOf(images: SelectedImages | null, size: TrashSize) {
      const { images: count, left, changed, isShared } = size
      const held = wordsOf(size)
      const title = images === null ? 'gallery.trash.emptyQuestion' : 'gallery.trash.discardQuestion'
      if (left === count)
        return {
          title: t(images === null ? title : 'gallery.trash.forgetQuestion'),
          body: t('gallery.trash.forgetMeans', { held, count }),
          confirm: t('gallery.trash.forget'),
        }
      const means = [
        t('gallery.trash.discardMeans', { held, count }),
        ...(left === 0 ? [] : [t('gallery.trash.leftMeans', { count: left })]),
        ...(changed === 0 ? [] : [t('gallery.trash.changedMeans', { count: changed })]),
        ...(isShared ? [t('gallery.trash.sharedMeans')] : []),
      ]
      return {
        title: t(title),
        body: means.join(' '),
        confirm: t('gallery.trash.confirm'),
      }
    }

    async function discarded(images: SelectedImages | null, { left, changed }: TrashSize): Promise<Step> {
      const some = { selection: images === null ? null : selectionOf(images) }
      const { discarded: count } = await client.call('trash.discard', some)
      gallery.hurry()
      selection.clear()
      const stay = left + changed
      const moved = count - stay
      const text = [
        ...(moved > 0 ? [t('gallery.trash.discarded', { count: moved })] : []),
        ...(stay > 0 ? [t('gallery.trash.forgotten', { count: stay })] : []),
      ].join(', ')
      return { text, tooLate: t('undo.never', { what: text }), reverse: null }
    }

    /** `null`: all of it. */
    async function ask(images: SelectedImages | null): Promise<void> {
      const size = await client.call('trash.size', {
        selection: images === null ? null : selectionOf(images),
      })
      if (size.images === 0) return
      dialogs.show({
        kind: 'question',
        question: {
          ...questionOf(images, size),
          run: () => undo.did(discarded(images, size)),
        },
      })
    }

    const selected = (): SelectedImages => {
      const { ids, many } = selection.getState()
      return { ids, many }
    }
    const ofSelected = (use: (images: SelectedImages) => void) =>
      selection.act(() => {
        if (countOf(selection.getState()) > 0) use(selected())
      })

    return {
      restore: () =>
        ofSelected((images) => {
          did(() => restored(images))
          selection.replace(noImages)
        }),
      discard: () => ofSelected((images) => void act(() => ask(images))),
      empty: () => void act(() => ask(null)),
    }
  }, [client, deletions, dialogs, gallery, selection, undo, t, did, act, wordsOf])
}
