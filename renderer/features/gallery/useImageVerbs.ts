import { type Image, isImageFormat } from '@shared/model/image'
import { useAct } from '../../parts/useAct'
import { useReuse } from '../../parts/useReuse'
import { useShownKeys } from '../../parts/useShownKeys'
import { useTranslation } from '../../parts/useTranslation'
import type { Verb } from '../../parts/Verbs'
import { reusableDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { useOriginals } from './originals/useOriginals'
import { useAsReference } from './useAsReference'
import { useQueueAgain } from './useQueueAgain'

/** What can be done with one image; fewer things if it is in the trash, or if it is a file that is only kept. */
export function useImageVerbs(): (
  image: Pick<Image, 'id' | 'format' | 'isBrought'>,
  isDeleted: boolean,
) => readonly Verb[] {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const shown = useShownKeys()
  const act = useAct()
  const originals = useOriginals()
  const reuse = useReuse()
  const addReference = useAsReference()
  const queueAgain = useQueueAgain()

  const fill = async (id: string): Promise<void> => {
    const { asked, connectionId, brought } = await client.call('images.details', { id })
    if (asked.prompt === '' && brought !== null) toasts.fail(t('bringing.details.noPromptToReuse'))
    else reuse(reusableDraft(asked), connectionId)
  }

  /** What needs its picture. */
  const ofPicture = (format: Image['format'], verb: Verb): readonly Verb[] =>
    isImageFormat(format) ? [verb] : []

  return ({ id, format, isBrought }, isDeleted) => [
    { key: 'reuse', label: t('gallery.details.reuse'), run: () => void act(() => fill(id)) },
    ...(isBrought ? [] : [{ key: 'again', label: t('gallery.again.queue'), run: () => queueAgain(id) }]),
    ...(isDeleted
      ? []
      : ofPicture(format, { key: 'reference', label: t('references.use'), run: () => addReference(id) })),
    ...ofPicture(format, {
      key: 'copyImage',
      label: t('gallery.details.copyImage'),
      keys: shown('Mod+C'),
      run: () => originals.copyImage(id),
      apart: true,
    }),
    ...(originals.copiesFiles && !isDeleted
      ? [
          {
            key: 'copyFile',
            label: t('gallery.details.copyFiles', { count: 1 }),
            run: () => originals.copyFiles({ ids: new Set([id]), many: null }),
          },
        ]
      : []),
    {
      key: 'copyPrompt',
      label: t('gallery.details.copyPrompt'),
      keys: shown('Mod+Shift+C'),
      run: () => originals.copyPrompt(id),
    },
    ...ofPicture(format, {
      key: 'open',
      label: t('gallery.details.open'),
      run: () => originals.open(id),
      apart: true,
    }),
    {
      key: 'reveal',
      label: t('gallery.details.reveal'),
      run: () => void act(() => client.call('images.reveal', { id })),
    },
  ]
}
