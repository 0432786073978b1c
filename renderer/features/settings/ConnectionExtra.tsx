import { modeSchema } from '@shared/model/draft'
import { ExtraFieldsEditor } from '../../parts/ExtraFieldsEditor'
import { useTranslation } from '../../parts/useTranslation'
import type { ConnectionFormState } from './useConnectionForm'

/** The extra fields of every request on the connection, by its mode. */
export function ConnectionExtra({ state }: { readonly state: ConnectionFormState }) {
  const { t } = useTranslation()
  const { extra } = state.form
  return (
    <div data-field="extra" className="flex flex-col gap-4 pt-3">
      <p className="text-small text-faint">{t('connection.extra.hint')}</p>
      {modeSchema.options.map((mode) => (
        <ExtraFieldsEditor
          key={mode}
          label={t(`connection.extra.${mode}`)}
          fields={extra[mode]}
          onChange={(fields) => state.edit({ extra: { ...extra, [mode]: fields } })}
        />
      ))}
    </div>
  )
}
