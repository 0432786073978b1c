import type { MarkChange } from '@shared/model/imageMarks'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useDid } from '../../../parts/useDid'
import { useTranslation } from '../../../parts/useTranslation'
import { type SelectedImages, selectionOf } from '../../../stores/selectedImages'
import type { Step } from '../../../stores/step'
import { useStores } from '../../../stores/storesContext'

/**
 * Marks images, which are shown so at once; each call can be undone separately. A refusal is told, and they are shown as
 * before.
 */
export type Mark = (images: SelectedImages, change: MarkChange, options: MarkOptions) => void

interface MarkOptions {
  /** It is seen where it was done. */
  readonly quiet: boolean
  /** Shows the user what an undo has changed: they may have gone on since. */
  readonly onUndone?: () => void
}

export function useMarking(): Mark {
  const { t } = useTranslation()
  const { client, compared, gallery, pendingMarks } = useStores()
  const did = useDid()

  return useMemo(() => {
    /** Done again, it marks the same images. */
    async function marked(
      images: SelectedImages,
      change: MarkChange,
      options: MarkOptions,
      again = false,
    ): Promise<Step | null> {
      const forget = pendingMarks.add(images, change)
      try {
        const asked = { selection: selectionOf(images), change, ...(again ? { again } : {}) }
        const answer = await client.call('images.mark', asked)
        // The rows that are here are older than the answer; those that come are not.
        gallery.mark(images, change)
        compared.mark(images, change)
        return answer.marked === 0 ? null : stepOf(answer, images, change, options)
      } finally {
        forget()
      }
    }

    const stepOf = (
      { press, marked: count }: { readonly press: number; readonly marked: number },
      images: SelectedImages,
      change: MarkChange,
      options: MarkOptions,
    ): Step => ({
      text: markedWords(count, change, t),
      tooLate: t('undo.tooLate'),
      quiet: options.quiet,
      async reverse() {
        const { restored } = await client.call('images.unmark', { press })
        if (restored === 0) return null
        options.onUndone?.()
        return {
          text: t('gallery.marks.undone', { count: restored }),
          tooLate: t('undo.redoTooLate'),
          reverse: () => marked(images, change, options, true),
        }
      },
    })

    return (images, change, options) => did(() => marked(images, change, options))
  }, [client, compared, gallery, pendingMarks, t, did])
}

function markedWords(count: number, change: MarkChange, t: TFunction): string {
  if ('flag' in change) return t(`gallery.marks.done.${change.flag ?? 'unflagged'}`, { count })
  if ('favourite' in change)
    return t(`gallery.marks.done.${change.favourite ? 'favourite' : 'unfavoured'}`, { count })
  const { rating } = change
  return rating === 0
    ? t('gallery.marks.done.unrated', { count })
    : t('gallery.marks.done.rated', { count, stars: t('gallery.marks.stars', { count: rating }) })
}
