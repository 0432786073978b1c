import type { RouteOutput } from '@shared/ipc/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useGallery, useStores } from '../../../stores/storesContext'
import { Button } from '../../../ui/Button'
import { type TrashActions, useTrashWords } from './useTrash'

/** Over the images of the trash: what it holds, and a way to empty it. */
export function TrashBar({ trash }: { readonly trash: TrashActions }) {
  const { t } = useTranslation()
  const size = useTrashSize()
  const wordsOf = useTrashWords()
  if (size === null) return null
  const isEmpty = size.images === 0
  return (
    <div className="flex min-h-8 shrink-0 items-center gap-4 px-4 text-small">
      <p role="status" className="min-w-0 flex-1 truncate text-dim tabular-nums">
        {isEmpty ? null : wordsOf(size)}
      </p>
      {/* It stays when it has done its work: the focus is on it. */}
      <Button look="link" unavailable={isEmpty} onClick={isEmpty ? undefined : trash.empty}>
        {t('gallery.trash.empty')}
      </Button>
    </div>
  )
}

/** Null until it is known, and while it can't be read. */
function useTrashSize(): RouteOutput<'trash.size'> | null {
  const { client } = useStores()
  const revision = useGallery(({ shape }) => shape?.revision)
  const [size, setSize] = useState<RouteOutput<'trash.size'> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads anew with each revision
  useEffect(() => {
    let dropped = false
    client.call('trash.size', { selection: null }).then(
      (known) => !dropped && setSize(known),
      () => !dropped && setSize(null),
    )
    return () => {
      dropped = true
    }
  }, [client, revision])
  return size
}
