import { useTranslation } from '../../../parts/useTranslation'
import { MenuItem } from '../../../ui/Menu'
import type { Entry } from './useEntries'

interface OwnItemsProps {
  readonly own: Exclude<Entry['own'], null>
  /** Null if it has no images. */
  readonly onExport: (() => void) | null
  /** Makes a view the search that is shown. */
  readonly onUpdate?: () => void
  readonly onRename: () => void
  readonly onRemove: () => void
}

/** The items of the menu of a view or a collection. */
export function OwnItems({ own, onExport, onUpdate, onRename, onRemove }: OwnItemsProps) {
  const { t } = useTranslation()
  const [group, { name }] =
    'view' in own ? (['views', own.view] as const) : (['collections', own.collection] as const)
  return (
    <>
      {onExport !== null && <MenuItem onSelect={onExport}>{t('gallery.sidebar.export', { name })}</MenuItem>}
      {onUpdate !== undefined && (
        <MenuItem onSelect={onUpdate}>{t('gallery.views.update', { name })}</MenuItem>
      )}
      <MenuItem keys={['F2']} onSelect={onRename}>
        {t(`gallery.${group}.rename`, { name })}
      </MenuItem>
      <MenuItem keys={['Delete']} onSelect={onRemove}>
        {t(`gallery.${group}.remove`, { name })}
      </MenuItem>
    </>
  )
}
