import { useTranslation } from '../../../parts/useTranslation'
import { useGallery } from '../../../stores/storesContext'
import { showsTrash } from '../../../stores/trashShown'
import { imagesCostWords } from '../../../text/costWords'
import { classNames } from '../../../ui/classNames'

/**
 * How many images are found, of how many, and what they have cost; nothing while all are shown, or until the answer to
 * this text is here. It makes room for the words: first the cost goes, then all but the number. Readers are told all of
 * it.
 */
export function FoundCount({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const shape = useGallery((state) => state.shape)
  // It has a line of its own, and isn't part of the library.
  const inTrash = useGallery(showsTrash)
  const total = useGallery((state) => state.libraryTotal)
  const stacks = useGallery(({ shape }) => shape?.stackCounts?.stacks ?? 0)
  const cost = useGallery(({ costs }) => (costs === null ? null : imagesCostWords(costs.total, t)))
  const found = shape?.stackCounts?.images ?? shape?.total ?? 0
  const isFound =
    shape !== null &&
    shape.text === text &&
    (text !== '' || shape.batchId !== null) &&
    shape.isBeginning !== true &&
    !inTrash
  const foundWords = t('gallery.query.found', { count: found, total: total ?? found })
  const stacksWords = stacks > 0 ? t('gallery.query.stacks', { count: stacks }) : ''
  const costWords = cost === null ? '' : t('gallery.query.cost', { cost })
  return (
    <span role="status" className="flex min-w-0 text-small whitespace-nowrap text-faint tabular-nums">
      {isFound && (
        <>
          <span
            aria-hidden
            title={foundWords + stacksWords + costWords}
            className="truncate @min-[480px]/field:hidden"
          >
            {t('gallery.number', { count: found })}
          </span>
          <span className="truncate @max-[480px]/field:sr-only">{foundWords}</span>
          <span className="@max-[480px]/field:sr-only">{stacksWords}</span>
          <span
            className={classNames(
              'max-w-48 shrink-1000 truncate @max-[640px]/field:group-focus-within/search:sr-only',
              stacks > 0 ? '@max-[640px]/field:sr-only' : '@max-[480px]/field:sr-only',
            )}
          >
            {costWords}
          </span>
        </>
      )}
    </span>
  )
}
