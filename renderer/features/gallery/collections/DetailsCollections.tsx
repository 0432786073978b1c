import { collectionQuery, type ImageCollection } from '@shared/model/collection'
import { useTranslation } from '../../../parts/useTranslation'
import { useStores } from '../../../stores/storesContext'

/** The collections that an image is in: a press shows one. Nothing if it is in none. */
export function DetailsCollections({ collections }: { readonly collections: readonly ImageCollection[] }) {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  if (collections.length === 0) return null
  return (
    <ul aria-label={t('gallery.collections.label')} className="flex flex-wrap gap-1">
      {collections.map(({ id, name }) => (
        <li key={id} className="max-w-full">
          <button
            type="button"
            dir="auto"
            aria-label={t('gallery.collections.show', { name })}
            className="block h-6 max-w-full truncate rounded-medium border border-line px-1.5 text-small text-dim hover:bg-raise hover:text-text"
            onClick={() => {
              selection.clear()
              void gallery.show({ text: collectionQuery(name) })
            }}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
