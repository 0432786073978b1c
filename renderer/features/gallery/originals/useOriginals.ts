import type { Image } from '@shared/model/image'
import type { KeyboardEvent } from 'react'
import { useAct } from '../../../parts/useAct'
import { useTranslation } from '../../../parts/useTranslation'
import { keyOf } from '../../../stores/keyboard'
import { countOf, type SelectedImages, selectionOf } from '../../../stores/selectedImages'
import { useApp, useStores } from '../../../stores/storesContext'

export interface Originals {
  copyImage(id: string): void
  copyPrompt(id: string): void
  /** By a recipe; by default the files as they are. */
  copyFiles(images: SelectedImages, recipeId?: string): void
  /** Whether the clipboard of the system takes files. */
  readonly copiesFiles: boolean
  open(id: string): void
  /**
   * Mod+C copies the image, or the files of several, once it is known what is selected; Mod+Shift+C its prompt. False for
   * any other key, and if text is selected: that is copied then.
   */
  onKey(
    event: KeyboardEvent,
    image: Pick<Image, 'id'> | null,
    whenSelected: (work: (selected: SelectedImages) => void) => void,
  ): boolean
}

/** Gives images, their files and their prompts to other programs, and says so. */
export function useOriginals(): Originals {
  const { t } = useTranslation()
  const { client, gallery, toasts } = useStores()
  const platform = useApp((state) => state.platform)
  const act = useAct()
  const copiesFiles = platform !== 'win32'

  const tell = (text: string): void => toasts.show({ text, action: null })

  const copyImage = (id: string): void =>
    void act(async () => {
      await client.call('originals.copyImage', { id })
      tell(t('gallery.copied.image'))
    })

  const copyPrompt = (id: string): void =>
    void act(async () => {
      // That of a row may be cut short.
      const { asked } = await client.call('images.details', { id })
      await client.call('app.copyText', { text: asked.prompt })
      tell(t('gallery.copied.prompt'))
    })

  const copyFiles = (images: SelectedImages, recipeId?: string): void =>
    void act(async () => {
      const by = recipeId === undefined ? {} : { recipeId }
      const selection = selectionOf(images, gallery.shownQuery())
      const { copied } = await client.call('originals.copyFiles', { ...selection, ...by })
      tell(t('gallery.copied.files', { count: copied }))
    })

  return {
    copyImage,
    copyPrompt,
    copyFiles,
    copiesFiles,
    open: (id) => void act(() => client.call('originals.open', { id })),
    onKey(event, image, whenSelected) {
      const { ctrlKey, metaKey, shiftKey, altKey, repeat } = event
      const isMod = platform === 'darwin' ? metaKey && !ctrlKey : ctrlKey && !metaKey
      if (keyOf(event) !== 'c' || !isMod || altKey) return false
      if (getSelection()?.isCollapsed === false) return false
      if (repeat) return true
      whenSelected((selected) => {
        if (countOf(selected) > 1 && !shiftKey && copiesFiles) copyFiles(selected)
        else if (image !== null && shiftKey) copyPrompt(image.id)
        else if (image !== null) copyImage(image.id)
      })
      return true
    },
  }
}
