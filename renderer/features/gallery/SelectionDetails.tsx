import type { ImagesCost } from '@shared/model/imageCost'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { countOf, type SelectedImages, selectionOf } from '../../stores/selectedImages'
import { useGallery, useSelection, useStores } from '../../stores/storesContext'
import { imagesCostWords } from '../../text/costWords'

/** The first of the selected images, which are drawn small. */
const drawnMaximum = 12

/** Several images: which, how many, and what they have cost together. */
export function SelectionDetails() {
  const { t } = useTranslation()
  const ids = useSelection((state) => state.ids)
  const many = useSelection((state) => state.many)
  const cost = useCost({ ids, many })
  return (
    <div className="flex flex-col gap-3">
      {many === null && (
        <ul className="grid grid-cols-4 gap-1">
          {[...ids].slice(0, drawnMaximum).map((id) => (
            <li key={id} className="aspect-square overflow-hidden rounded-small bg-raise">
              <img
                src={`cyanotype://thumb/${id}`}
                alt=""
                draggable={false}
                className="keep-colours size-full object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <p className="font-medium">{t('gallery.details.several', { count: countOf({ ids, many }) })}</p>
        <p className="min-h-5 text-small text-dim">{cost !== null && selectionCostWords(cost, t)}</p>
      </div>
    </div>
  )
}

/** Images that were brought in have no cost. */
const selectionCostWords = (cost: readonly ImagesCost[], t: TFunction): string =>
  cost.length === 0 ? t('bringing.details.cost') : (imagesCostWords(cost, t) ?? t('money.unknown'))

/** By the ledger; null until it is known, and if it can't be read. */
function useCost({ ids, many }: SelectedImages): readonly ImagesCost[] | null {
  const { client } = useStores()
  // Another image of a request changes the share of those that are selected.
  const revision = useGallery(({ shape }) => shape?.revision)
  const [cost, setCost] = useState<readonly ImagesCost[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads anew with each revision
  useEffect(() => {
    let dropped = false
    const show = (total: readonly ImagesCost[] | null) => !dropped && setCost(total)
    client.call('images.costs', selectionOf({ ids, many })).then(
      ({ total }) => show(total),
      () => show(null),
    )
    return () => {
      dropped = true
    }
  }, [client, ids, many, revision])
  return cost
}
