import { useTranslation } from '../../../parts/useTranslation'
import { useGallery } from '../../../stores/storesContext'
import { showsTrash } from '../../../stores/trashShown'
import { imagesCostWords } from '../../../text/costWords'
import { classNames } from '../../../ui/classNames'

/**
 * How many images are found, of how many, and what they have cost; nothing while all are shown, or until the answer to
 * this text is here. In a narrow window the cost makes room while the person types.
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
  return (
    <span
      role="status"
      className={classNames(
        'flex min-w-0 shrink-0 text-small text-faint',
        text !== '' && '@max-[480px]:sr-only',
      )}
    >
      {isFound && (
        <>
          <span>
            {t('gallery.query.found', { count: found, total: total ?? found })}
            {stacks > 0 && t('gallery.query.stacks', { count: stacks })}
          </span>
          {cost !== null && (
            <span className="max-w-48 truncate @max-[900px]:group-focus-within/search:sr-only @max-[560px]:sr-only">
              {t('gallery.query.cost', { cost })}
            </span>
          )}
        </>
      )}
    </span>
  )
}
