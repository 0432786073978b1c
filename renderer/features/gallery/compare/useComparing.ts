import { comparedMaximum } from '@shared/model/imageSelection'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { useAct } from '../../../parts/useAct'
import { useLibraryOnly } from '../../../parts/useLibraryOnly'
import { useTranslation } from '../../../parts/useTranslation'
import type { ComparedSlot } from '../../../stores/comparedImages'
import { keyOf } from '../../../stores/keyboard'
import { countOf } from '../../../stores/selectedImages'
import { useCommand, useStores } from '../../../stores/storesContext'

export interface Comparing {
  /** Empty while nothing is compared. */
  readonly slots: readonly ComparedSlot[]
  /** By its key compares what is selected, or says what to select if that can't be compared; false for another key. */
  onKey(event: KeyboardEvent): boolean
  close(): void
}

export const isComparable = (count: number): boolean => count >= 2 && count <= comparedMaximum

/** Comparing the selected images. `onClosed` is called however the comparison ends: its images may also be deleted. */
export function useComparing(onClosed: () => void): Comparing {
  const { t } = useTranslation()
  const { compared, selection, toasts } = useStores()
  const act = useAct()
  const libraryOnly = useLibraryOnly()
  const slots = useStore(compared, (state) => state.slots)

  const start = () =>
    selection.act(() =>
      libraryOnly(() => {
        const { ids, many } = selection.getState()
        if (isComparable(countOf({ ids, many }))) void act(() => compared.open({ ids, many }))
        else toasts.show({ text: t('gallery.compare.select'), action: null })
      }),
    )
  useCommand('compare', start)

  const isOpen = slots.length > 0
  const wasOpen = useRef(false)
  const closed = useEffectEvent(onClosed)
  useEffect(() => {
    if (wasOpen.current && !isOpen) closed()
    wasOpen.current = isOpen
  }, [isOpen])
  // The list goes with its last image.
  useEffect(() => compared.close, [compared])

  return {
    slots,
    onKey(event) {
      const { ctrlKey, metaKey, altKey, repeat } = event
      const isOwn = keyOf(event) === 'c' && !ctrlKey && !metaKey && !altKey
      if (isOwn && !repeat) start()
      return isOwn
    },
    close: compared.close,
  }
}
