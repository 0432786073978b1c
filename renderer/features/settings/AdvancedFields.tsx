import { type Connection, connectionDraftSchema } from '@shared/model/connection'
import { useTranslation } from '../../parts/useTranslation'
import { NumberField } from '../../ui/NumberField'
import { Switch } from '../../ui/Switch'
import { TextField } from '../../ui/TextField'
import { limitFields, undeliveredFields } from './connectionForm'
import { FormRow } from './FormRow'
import type { ConnectionFormState } from './useConnectionForm'

const { shape } = connectionDraftSchema

interface AdvancedFieldsProps {
  readonly state: ConnectionFormState
  /** As it is stored; null for a new one. */
  readonly connection: Connection | null
}

export function AdvancedFields({ state, connection }: AdvancedFieldsProps) {
  const { t } = useTranslation()
  const { form, edit } = state
  const isLearned = connection?.isTaskPathLearned === true && form.taskPath === connection.taskPath
  return (
    <div className="flex flex-col gap-4 pt-3">
      <FormRow
        state={state}
        field="pageUrl"
        label={t('connection.pageUrl')}
        hint={t('connection.pageUrlHint')}
      >
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.pageUrl}
            inputMode="url"
            placeholder="https://"
            onChange={(event) => edit({ pageUrl: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <Switch
        label={t('connection.fullBackground')}
        hint={t('connection.fullBackgroundHint')}
        checked={form.fullBackground}
        onChange={(fullBackground) => edit({ fullBackground })}
      />
      <Switch
        label={t('connection.idempotencyKey')}
        hint={t('connection.idempotencyKeyHint')}
        checked={form.idempotencyKey}
        onChange={(idempotencyKey) => edit({ idempotencyKey })}
      />
      <Switch
        label={t('connection.proxyResolves')}
        hint={t('connection.proxyResolvesHint')}
        checked={form.proxyResolves}
        onChange={(proxyResolves) => edit({ proxyResolves })}
      />
      <FormRow
        state={state}
        field="allowedOrigins"
        label={t('connection.allowedOrigins')}
        hint={t('connection.allowedOriginsHint')}
      >
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.allowedOrigins}
            placeholder="http://minio.lan:9000"
            onChange={(event) => edit({ allowedOrigins: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <FormRow
        state={state}
        field="taskPath"
        label={t('connection.taskPath')}
        hint={t(isLearned ? 'connection.taskPathLearned' : 'connection.taskPathHint')}
      >
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.taskPath}
            placeholder={t('connection.taskPathExample')}
            onChange={(event) => edit({ taskPath: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <FormRow
        state={state}
        field="taskOrigins"
        label={t('connection.taskOrigins')}
        hint={t('connection.taskOriginsHint')}
      >
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.taskOrigins}
            placeholder="https://tasks.example"
            onChange={(event) => edit({ taskOrigins: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <NumberFields state={state} fields={limitFields} hint={t('connection.limitsHint')} />
      <NumberFields state={state} fields={undeliveredFields} hint={t('connection.undeliveredHint')} />
    </div>
  )
}

interface NumberFieldsProps {
  readonly state: ConnectionFormState
  readonly fields: typeof limitFields | typeof undeliveredFields
  /** Applies to all of them. */
  readonly hint: string
}

function NumberFields({ state, fields, hint }: NumberFieldsProps) {
  const { t } = useTranslation()
  const { form, edit } = state
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] items-start gap-3">
        {fields.map((field) => (
          <FormRow key={field} state={state} field={field} label={t(`connection.${field}`)}>
            {(wiring) => (
              <NumberField
                {...wiring}
                value={form[field]}
                min={shape[field].minValue ?? 1}
                max={shape[field].maxValue ?? Number.MAX_SAFE_INTEGER}
                whole={field !== 'pollsPerSecond'}
                moreLabel={t('connection.more')}
                fewerLabel={t('connection.fewer')}
                onChange={(value) => edit({ [field]: value })}
              />
            )}
          </FormRow>
        ))}
      </div>
      <p className="text-small text-faint">{hint}</p>
    </div>
  )
}
