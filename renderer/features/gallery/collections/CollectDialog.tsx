import { type Collection, collectionKey, collectionNameMaximum } from '@shared/model/collection'
import { searchFold } from '@shared/model/searchFold'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { countOf, type SelectedImages } from '../../../stores/selectedImages'
import { useCollections } from '../../../stores/storesContext'
import { Dialog } from '../../../ui/Dialog'
import { SearchList } from '../../../ui/SearchList'
import { useCollecting } from './useCollecting'

interface CollectDialogProps {
  readonly images: SelectedImages
  readonly onClose: () => void
}

/** One that is there, or one to be made by the name that was typed. */
type Row = Collection | { readonly id: null; readonly name: string }

/** Asks which collection images are to be added to: a few letters of its name, or a new one. */
export function CollectDialog({ images, onClose }: CollectDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const collections = useCollections()
  const { add, create } = useCollecting()

  const rowsFor = (text: string): readonly Row[] => {
    const wanted = searchFold(text).trim()
    const found = collections
      .filter(({ name }) => searchFold(name).includes(wanted))
      .toSorted((a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)))
    const name = text.trim().slice(0, collectionNameMaximum)
    const key = collectionKey(name)
    const isNew = key !== '' && collections.every((one) => collectionKey(one.name) !== key)
    return isNew ? [...found, { id: null, name }] : found
  }

  return (
    <Dialog
      title={t('gallery.collections.addTitle', { count: countOf(images) })}
      closeLabel={t('gallery.close')}
      onClose={onClose}
      onOpened={() => field.current?.focus()}
    >
      <SearchList<Row>
        fieldRef={field}
        label={t('gallery.collections.label')}
        searchLabel={t('gallery.collections.find')}
        emptyText={t('gallery.collections.none')}
        notFoundText={t('gallery.collections.notFound')}
        source={{
          async read({ text, limit }) {
            const rows = rowsFor(text)
            return { total: rows.length, rows: rows.slice(0, limit) }
          },
          revision: collections.length,
          act: (work) => work(),
        }}
        keyOf={({ id, name }) => id ?? `new ${name}`}
        show={(row) => <RowLine row={row} />}
        actions={[]}
        onChoose={(row) => {
          onClose()
          if (row.id === null) create(row.name, images)
          else add(row, images)
        }}
      />
    </Dialog>
  )
}

const begins = ({ name }: Collection, wanted: string): boolean => searchFold(name).startsWith(wanted)

function RowLine({ row }: { readonly row: Row }) {
  const { t } = useTranslation()
  if (row.id === null)
    return (
      <span className="flex items-center gap-2">
        <Plus size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 truncate">{t('gallery.collections.make', { name: row.name })}</span>
      </span>
    )
  return (
    <span className="flex items-center justify-between gap-4">
      <span dir="auto" className="min-w-0 truncate">
        {row.name}
      </span>
      <span className="text-small text-faint tabular-nums">{t('gallery.count', { count: row.images })}</span>
    </span>
  )
}
