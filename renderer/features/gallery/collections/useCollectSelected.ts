import { useLibraryOnly } from '../../../parts/useLibraryOnly'
import { countOf } from '../../../stores/selectedImages'
import { useCommand, useStores } from '../../../stores/storesContext'

/** Asks which collection the selected images are to be added to. */
export function useCollectSelected(): void {
  const { dialogs, selection } = useStores()
  const libraryOnly = useLibraryOnly()
  useCommand('collect', () =>
    selection.act(() =>
      libraryOnly(() => {
        const { ids, many } = selection.getState()
        if (countOf({ ids, many }) > 0) dialogs.show({ kind: 'collect', images: { ids, many } })
      }),
    ),
  )
}
