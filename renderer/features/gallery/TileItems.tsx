import type { Image } from '@shared/model/image'
import { useTranslation } from 'react-i18next'
import { type Verb, VerbItems } from '../../parts/Verbs'
import { countOf } from '../../stores/selectedImages'
import { shownKeys } from '../../stores/shortcuts'
import { useApp, useSelection, useStores } from '../../stores/storesContext'
import { useImageVerbs } from './useImageVerbs'

interface TileItemsProps {
  /** The one whose menu it is; it is selected, perhaps with others. */
  readonly image: Image
  readonly onLook: () => void
}

/** The items of an image's menu. With several selected, only what is done with all of them. */
export function TileItems({ image, onLook }: TileItemsProps) {
  const { t } = useTranslation()
  const { commands } = useStores()
  const platform = useApp((state) => state.platform)
  const count = useSelection(countOf)
  const verbsOf = useImageVerbs()
  const ofOne: readonly Verb[] = [
    { key: 'look', label: t('gallery.quickLook'), keys: shownKeys('Space', platform), run: onLook },
    {
      key: 'details',
      label: t('gallery.details.region'),
      keys: shownKeys('I', platform),
      run: () => commands.run('showDetails'),
    },
    ...verbsOf(image),
  ]
  const ofAll: readonly Verb[] = [
    {
      key: 'export',
      label: t('gallery.exportCount', { count }),
      keys: shownKeys('Mod+E', platform),
      run: () => commands.run('export'),
      ...(count > 1 ? {} : { apart: true }),
    },
    {
      key: 'delete',
      label: t('gallery.delete'),
      keys: shownKeys('Delete', platform),
      run: () => commands.run('delete'),
    },
  ]
  return <VerbItems verbs={count > 1 ? ofAll : [...ofOne, ...ofAll]} />
}
