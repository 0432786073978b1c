import type { ExportPlan } from '@shared/model/exportRun'
import { useTranslation } from '../../parts/useTranslation'
import type { TypedSettings } from '../../stores/exportForm'
import { metadataWarnings } from './metadataWarnings'
import { useShownRecipe } from './useExportForm'

/** What the files of a plan will say about themselves, what is lost, and what still tells of a stripped one. */
export function MetadataNotes({ plan }: { readonly plan: ExportPlan }) {
  const { t } = useTranslation()
  const recipe = useShownRecipe()
  if (recipe === null || plan.files === 0) return null
  const { settings } = recipe
  const isLong = settings.format === 'jpeg' && settings.metadata === 'kept' && plan.longPrompts > 0
  const warnings = [
    ...(isLong ? [t('exports.metadata.long', { count: plan.longPrompts })] : []),
    ...metadataWarnings(settings, plan, t),
  ]
  return (
    <ul aria-label={t('exports.metadata.label')} className="flex flex-col gap-1 text-small">
      <li className="text-dim">{t(`exports.metadata.what.${whatKey(settings)}`)}</li>
      {whatKey(settings) === 'untouched' && plan.credentials > 0 && (
        <li className="text-dim">{t('exports.metadata.credentialsStay', { count: plan.credentials })}</li>
      )}
      {settings.sidecar && (
        <li className="text-dim">{t('exports.metadata.sidecars', { count: plan.files })}</li>
      )}
      {warnings.map((warning) => (
        <li key={warning} className="text-warn">
          {warning}
        </li>
      ))}
    </ul>
  )
}

function whatKey({ format, metadata }: TypedSettings) {
  if (format === 'original') return metadata === 'kept' ? 'untouched' : 'removed'
  return metadata === 'kept' ? 'written' : 'none'
}
