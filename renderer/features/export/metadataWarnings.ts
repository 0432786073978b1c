import { type NameToken, readNameTemplate } from '@shared/model/exportNames'
import type { ExportPlan } from '@shared/model/exportRun'
import type { TFunction } from 'i18next'
import type { TypedSettings } from '../../stores/exportForm'

/** What a recipe's files lose, and what still tells of those that it strips. */
export function metadataWarnings(settings: TypedSettings, plan: ExportPlan, t: TFunction): readonly string[] {
  if (plan.files === 0) return []
  const isUntouched = settings.format === 'original' && settings.metadata === 'kept'
  const { credentials, unreadCredentials } = plan
  const lost = [
    ...(credentials > 0 ? [t('exports.metadata.credentialsLost', { count: credentials })] : []),
    ...(unreadCredentials > 0 ? [t('exports.metadata.credentialsUnread', { count: unreadCredentials })] : []),
  ]
  return [
    ...(isUntouched ? [] : lost),
    ...(settings.metadata === 'stripped' ? stillTold(settings, plan, t) : []),
  ]
}

function stillTold(settings: TypedSettings, plan: ExportPlan, t: TFunction): readonly string[] {
  return [
    ...(namesTell(settings) ? [t('exports.metadata.namesTell')] : []),
    ...(plan.zip?.isNamedByBatch === true ? [t('exports.metadata.zipNameTells')] : []),
    ...(settings.sidecar ? [t('exports.metadata.sidecarTells')] : []),
    ...(settings.manifest === 'none' ? [] : [t('exports.metadata.manifestTells')]),
  ]
}

/** Made of the prompt, or of names that are made of it. */
const telling: ReadonlySet<NameToken> = new Set(['file', 'batch', 'name', 'prompt'])

function namesTell({ template }: TypedSettings): boolean {
  const parts = readNameTemplate(template).template
  const all = parts === null ? [] : [...parts.folders.flat(), ...parts.file]
  return all.some((part) => part.kind === 'token' && telling.has(part.token))
}
