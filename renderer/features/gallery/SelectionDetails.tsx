import type { ImagesCost } from '@shared/model/imageCost'
import { noMarks } from '@shared/model/imageMarks'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { type Verb, VerbButtons } from '../../parts/Verbs'
import { countOf, type SelectedImages, selectionOf } from '../../stores/selectedImages'
import { useGallery, useSelection, useStores } from '../../stores/storesContext'
import { showsTrash } from '../../stores/trashShown'
import { imagesCostWords } from '../../text/costWords'
import { useCollecting } from './collections/useCollecting'
import { useShownCollection } from './collections/useShownCollection'
import { isComparable } from './compare/useComparing'
import { MarkButtons } from './marks/MarkButtons'
import { useMarking } from './marks/useMarking'
import { useTrash } from './trash/useTrash'

/** The first of the selected images, which are drawn small. */
const drawnMaximum = 12

/** Several images: which, how many, what they have cost together, and what can be done with all of them. */
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
      <SelectionActs />
    </div>
  )
}

/** The same as in the menu of the images. They may have other marks each, so a press on one always gives it to all. */
function SelectionActs() {
  const { t } = useTranslation()
  const { commands, selection } = useStores()
  const count = useSelection(countOf)
  const inTrash = useGallery(showsTrash)
  const trash = useTrash()
  const mark = useMarking()
  const shown = useShownCollection()
  const { takeOut } = useCollecting()
  const verbs: readonly Verb[] = inTrash
    ? [
        { key: 'restore', label: t('gallery.trash.restore'), run: trash.restore },
        { key: 'discard', label: t('gallery.trash.discard'), run: trash.discard },
      ]
    : [
        ...(isComparable(count)
          ? [{ key: 'compare', label: t('gallery.compare.title'), run: () => commands.run('compare') }]
          : []),
        { key: 'collect', label: t('gallery.collections.add'), run: () => commands.run('collect') },
        ...(shown === null
          ? []
          : [
              {
                key: 'takeOut',
                label: t('gallery.collections.takeOutShown'),
                name: t('gallery.collections.takeOut', shown),
                run: () => selection.act(() => takeOut(shown, selection.getState())),
              },
            ]),
        { key: 'export', label: t('gallery.exportCount', { count }), run: () => commands.run('export') },
        { key: 'delete', label: t('gallery.delete'), run: () => commands.run('delete') },
      ]
  return (
    <>
      {!inTrash && (
        <MarkButtons
          marks={noMarks}
          onMark={(change) =>
            selection.act(() => {
              const { ids, many } = selection.getState()
              mark({ ids, many }, change, { quiet: false })
            })
          }
        />
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <VerbButtons verbs={verbs} />
      </div>
    </>
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
