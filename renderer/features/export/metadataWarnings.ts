import type { ExportPlan } from '@shared/model/exportRun'
import type { TFunction } from 'i18next'
import type { TypedSettings } from '../../stores/exportForm'
import { stillTold } from '../../text/stillTold'

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
    ...(settings.metadata === 'stripped'
      ? [
          ...stillTold(settings, t),
          ...(plan.zip?.isNamedByBatch === true ? [t('exports.metadata.zipNameTells')] : []),
          ...(settings.sidecar ? [t('exports.metadata.sidecarTells')] : []),
        ]
      : []),
  ]
}
