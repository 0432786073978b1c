import { type Collection, collectionKey, collectionNameMaximum } from '@shared/model/collection'
import { NameDialog } from '../../../parts/NameDialog'
import { useTranslation } from '../../../parts/useTranslation'
import { useCollections } from '../../../stores/storesContext'

interface CollectionNameProps {
  /** Null for a new one. */
  readonly renamed: Collection | null
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of a collection. */
export function CollectionName({ renamed, onName, onClose }: CollectionNameProps) {
  const { t } = useTranslation()
  const collections = useCollections()
  const isTaken = (key: string) =>
    collections.some(({ id, name }) => id !== renamed?.id && collectionKey(name) === key)
  return (
    <NameDialog
      title={t(renamed === null ? 'gallery.collections.newTitle' : 'gallery.collections.renameTitle')}
      confirm={t(renamed === null ? 'gallery.collections.create' : 'gallery.collections.renameButton')}
      maximum={collectionNameMaximum}
      initial={renamed?.name ?? ''}
      problemOf={(name) => {
        const key = collectionKey(name)
        if (key === '') return t('gallery.collections.nameMissing')
        return isTaken(key) ? t('gallery.collections.nameTaken') : null
      }}
      onName={onName}
      onClose={onClose}
    />
  )
}
