import { viewNameMaximum } from '@shared/model/preferences'
import { NameDialog } from '../../../parts/NameDialog'
import { useTranslation } from '../../../parts/useTranslation'
import type { View } from './useViews'

interface ViewNameProps {
  /** Null for a new one. */
  readonly renamed: View | null
  readonly views: readonly View[]
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of a view. */
export function ViewName({ renamed, views, onName, onClose }: ViewNameProps) {
  const { t } = useTranslation()
  const isTaken = (name: string) => views.some((view) => view !== renamed && view.name === name)
  return (
    <NameDialog
      title={t(renamed === null ? 'gallery.views.saveTitle' : 'gallery.views.renameTitle')}
      confirm={t('gallery.views.saveButton')}
      maximum={viewNameMaximum}
      initial={renamed?.name ?? ''}
      problemOf={(name) =>
        name === '' ? t('gallery.views.nameMissing') : isTaken(name) ? t('gallery.views.nameTaken') : null
      }
      onName={onName}
      onClose={onClose}
    />
  )
}
