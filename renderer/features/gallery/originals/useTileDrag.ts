import type { Image } from '@shared/model/image'
import type { DragEvent } from 'react'
import { useAct } from '../../../parts/useAct'
import { useTranslation } from '../../../parts/useTranslation'
import { isSelected, selectionOf } from '../../../stores/selectedImages'
import { useApp, useStores } from '../../../stores/storesContext'

/**
 * Drags images out of the window as files: the selection, if the image under the pointer is selected, otherwise that
 * one, which is then selected. The page's own drag has no files, so it never begins. Files that a recipe makes may come
 * after the user let go: they are there for the next drag.
 */
export function useTileDrag(
  imageAt: (target: EventTarget) => Image | null,
  select: (image: Image) => void,
): (event: Pick<DragEvent, 'target' | 'preventDefault'>) => void {
  const { t } = useTranslation()
  const { client, draggedImages, gallery, selection, toasts } = useStores()
  const dragRecipe = useApp(({ preferences }) => preferences.dragRecipe)
  const act = useAct()

  return (event) => {
    event.preventDefault()
    const image = imageAt(event.target)
    if (image === null) return
    if (!isSelected(selection.getState(), image)) select(image)
    const released = watchPointer(draggedImages.end)
    selection.act(() => {
      const { ids, many } = selection.getState()
      const images = { ids, many }
      if (released.aborted) return
      draggedImages.begin(images)
      void act(async () => {
        const by = dragRecipe === null ? {} : { recipeId: dragRecipe }
        const wanted = { ...selectionOf(images, gallery.shownQuery()), ...by }
        const { drag } = await client.call('originals.prepareDrag', wanted).catch((thrown) => {
          draggedImages.end()
          throw thrown
        })
        // A drag that begins with no button held would end only with the next press.
        if (!released.aborted) await client.call('originals.drag', { drag })
        else if (dragRecipe !== null) toasts.show({ text: t('gallery.dragReady'), action: null })
      })
    })
  }
}

/**
 * Calls back and is aborted once the button isn't held any more. While the system drags, the page hears nothing of the
 * pointer, until the files are dropped here or the pointer comes back.
 */
function watchPointer(onReleased: () => void): AbortSignal {
  const ending = new AbortController()
  const { signal } = ending
  const end = () => {
    ending.abort()
    onReleased()
  }
  const options = { signal, capture: true }
  for (const name of ['pointerup', 'pointerdown'] as const) window.addEventListener(name, end, options)
  window.addEventListener('pointermove', ({ buttons }) => buttons === 0 && end(), options)
  // What it is dropped on hears of it first.
  window.addEventListener('drop', end, { signal })
  return signal
}
