import { useTranslation } from '../../parts/useTranslation'
import { countOf } from '../../stores/selectedImages'
import { onlySelected } from '../../stores/selectionStore'
import { useSelection } from '../../stores/storesContext'
import { EmptyState } from '../../ui/EmptyState'
import { ImageDetailsView } from './ImageDetailsView'
import { SelectionDetails } from './SelectionDetails'

/** The selected image: what was asked for beside what came. With several, what they have cost. */
export function DetailsPanel() {
  const { t } = useTranslation()
  const id = useSelection(onlySelected)
  const count = useSelection(countOf)
  return (
    <aside
      aria-label={t('gallery.details.region')}
      // The arrow keys scroll it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 [scrollbar-gutter:stable]"
    >
      {count === 0 && <NothingSelected />}
      {count > 0 && id === null && <SelectionDetails />}
      {id !== null && <ImageDetailsView id={id} />}
    </aside>
  )
}

function NothingSelected() {
  const { t } = useTranslation()
  return (
    <div className="grid h-full place-items-center">
      <EmptyState title={t('gallery.details.noneTitle')} hint={t('gallery.details.noneHint')}>
        <p className="mt-2 text-small text-faint">{t('gallery.details.noneKey')}</p>
      </EmptyState>
    </div>
  )
}
