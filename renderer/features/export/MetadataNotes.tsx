import { type NameToken, readNameTemplate } from '@shared/model/exportNames'
import type { ExportPlan } from '@shared/model/exportRun'
import { useTranslation } from 'react-i18next'
import type { TypedSettings } from '../../stores/exportForm'
import { useShownRecipe } from './useExportForm'

/** What the files of a plan will say about themselves, what is lost, and what still tells of a stripped one. */
export function MetadataNotes({ plan }: { readonly plan: ExportPlan }) {
  const { t } = useTranslation()
  const recipe = useShownRecipe()
  if (recipe === null || plan.files === 0) return null
  const { settings } = recipe
  const isStripped = settings.metadata === 'stripped'
  const isLong = settings.format === 'jpeg' && !isStripped && plan.longPrompts > 0
  const warnings = [
    ...(isLong ? [t('exports.metadata.long', { count: plan.longPrompts })] : []),
    ...(isStripped && namesTell(settings) ? [t('exports.metadata.namesTell')] : []),
    ...(isStripped && settings.sidecar ? [t('exports.metadata.sidecarTells')] : []),
    ...(isStripped && settings.manifest !== 'none' ? [t('exports.metadata.manifestTells')] : []),
  ]
  return (
    <ul aria-label={t('exports.metadata.label')} className="flex flex-col gap-1 text-small">
      <li className="text-dim">{t(`exports.metadata.what.${whatKey(settings)}`)}</li>
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

/** Made of the prompt, or of names that are made of it. */
const telling: ReadonlySet<NameToken> = new Set(['file', 'batch', 'name', 'prompt'])

function namesTell({ template }: TypedSettings): boolean {
  const parts = readNameTemplate(template).template
  const all = parts === null ? [] : [...parts.folders.flat(), ...parts.file]
  return all.some((part) => part.kind === 'token' && telling.has(part.token))
}
