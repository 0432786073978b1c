import { type Collection, collectionQuery } from '@shared/model/collection'
import type { MarkChange } from '@shared/model/imageMarks'
import { queryPart } from '@shared/model/imageQuery'
import {
  Ban,
  Bookmark,
  Check,
  EyeOff,
  Heart,
  Images,
  type LucideIcon,
  SquareStack,
  Trash2,
} from 'lucide-react'
import { useTranslation } from '../../../parts/useTranslation'
import { useCollections, useGallery, useShownBatch } from '../../../stores/storesContext'
import { trashText } from '../../../stores/trashShown'
import { unopened, useViews, type View } from '../search/useViews'
import { useLiveCounts } from './useLiveCounts'

/** A search that the sidebar offers. */
export interface Entry {
  readonly key: string
  readonly name: string
  readonly icon: LucideIcon
  readonly text: string
  /** Null until it is known. */
  readonly count: number | null
  /** The gallery shows it. */
  readonly isShown: boolean
  /** What it is of the user's own, which can be renamed and removed. */
  readonly own: { readonly view: View } | { readonly collection: Collection } | null
  /** What images become that are dropped on it; null if they can't be, or if it is of the user's own. */
  readonly takes: MarkChange | 'deleted' | null
}

interface Entries {
  readonly fixed: readonly Entry[]
  readonly views: readonly Entry[]
  readonly collections: readonly Entry[]
}

export function useEntries(): Entries {
  const { t } = useTranslation()
  const { views } = useViews()
  const collections = useCollections()
  const shownText = useGallery(({ text }) => text.trim())
  const shownSort = useGallery((state) => state.sort)
  const isBatch = useShownBatch() !== null
  const fixed: readonly Pick<Entry, 'key' | 'name' | 'icon' | 'text' | 'takes'>[] = [
    { key: 'all', name: t('gallery.views.all'), icon: Images, text: '', takes: null },
    { key: 'unopened', name: t('gallery.views.unopened'), icon: EyeOff, text: unopened, takes: null },
    {
      key: 'favourites',
      name: t('gallery.sidebar.favourites'),
      icon: Heart,
      text: queryPart('is', 'favourite'),
      takes: { favourite: true },
    },
    {
      key: 'kept',
      name: t('gallery.sidebar.kept'),
      icon: Check,
      text: queryPart('is', 'kept'),
      takes: { flag: 'kept' },
    },
    {
      key: 'rejected',
      name: t('gallery.sidebar.rejected'),
      icon: Ban,
      text: queryPart('is', 'rejected'),
      takes: { flag: 'rejected' },
    },
    { key: 'trash', name: t('gallery.views.trash'), icon: Trash2, text: trashText, takes: 'deleted' },
  ]
  const counts = useLiveCounts([...fixed, ...views].map(({ text }) => text))
  const shownView = isBatch
    ? undefined
    : views.find(({ text, sort }) => text === shownText && sort === shownSort)
  const isOfLibrary = (text: string) => !isBatch && shownView === undefined && text === shownText
  return {
    fixed: fixed.map((one) => ({
      ...one,
      count: counts.get(one.text) ?? null,
      isShown: isOfLibrary(one.text),
      own: null,
    })),
    views: views.map((view, at) => ({
      key: `view ${at}`,
      name: view.name,
      icon: Bookmark,
      text: view.text,
      count: counts.get(view.text) ?? null,
      isShown: view === shownView,
      own: { view },
      takes: null,
    })),
    collections: collections.map((collection) => {
      const text = collectionQuery(collection.name)
      return {
        key: collection.id,
        name: collection.name,
        icon: SquareStack,
        text,
        count: collection.images,
        isShown: isOfLibrary(text),
        own: { collection },
        takes: null,
      }
    }),
  }
}
