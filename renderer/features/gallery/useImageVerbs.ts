import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useCopy } from '../../parts/useCopy'
import { useReuse } from '../../parts/useReuse'
import type { Verb } from '../../parts/Verbs'
import { requestDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { useAsReference } from './useAsReference'

/** What can be done with one image. */
export function useImageVerbs(): (image: {
  readonly id: string
  readonly prompt: string
}) => readonly Verb[] {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const { copy } = useCopy()
  const reuse = useReuse()
  const addReference = useAsReference()

  const fill = async (id: string): Promise<void> => {
    const { asked, connectionId } = await client.call('images.details', { id })
    reuse(requestDraft(asked, asked.mode), connectionId)
  }

  return ({ id, prompt }) => [
    { key: 'reuse', label: t('gallery.details.reuse'), run: () => void act(() => fill(id)) },
    { key: 'reference', label: t('references.use'), run: () => addReference(id) },
    {
      key: 'reveal',
      label: t('gallery.details.reveal'),
      run: () => void act(() => client.call('images.reveal', { id })),
    },
    { key: 'copy', label: t('gallery.details.copyPrompt'), run: () => copy(prompt) },
  ]
}
