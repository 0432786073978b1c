import type { Connection } from '@shared/model/connection'
import { carriesOptions } from '@shared/model/draft'
import type { OpenTable, TableDefaults, TableSettings } from '@shared/model/table'
import type { TFunction } from 'i18next'
import { ImagesField, ModeField, ModelField, SizeField } from '../../parts/RequestFields'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useConnection, useStores, useTable } from '../../stores/storesContext'
import { Disclosure } from '../../ui/Disclosure'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'

/** How rows are read as requests: one line, which opens for changes. */
export function TableSettingsLine({ table }: { readonly table: OpenTable }) {
  const { t } = useTranslation()
  const { table: store } = useStores()
  const connections = useApp((state) => state.connections)
  const settings = useTable(({ changed }) => changed) ?? table.settings
  const { defaults, connectionId, expand, again } = settings
  const connection = useConnection(connectionId)
  const carried =
    connection === null || carriesOptions(defaults.mode, connection) || settings.roles.includes('mode')
  const edit = (patch: Partial<TableDefaults>) => store.change({ defaults: { ...defaults, ...patch } })

  return (
    <div className="px-6 py-2 text-small">
      <Disclosure label={summaryOf(settings, connection, t)}>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(144px,1fr))] items-start gap-x-3 gap-y-2 pt-2 text-base">
          <Field label={t('compose.connection')}>
            {(wiring) => (
              <Select
                {...wiring}
                value={connectionId}
                options={connections.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => store.change({ connectionId: id })}
              />
            )}
          </Field>
          <ModelField
            value={defaults.model}
            suggestions={connection?.models ?? []}
            onChange={(model) => edit({ model })}
          />
          <SizeField
            value={defaults.size}
            hint={carried ? null : t('table.unsent.size')}
            onChange={(size) => edit({ size })}
          />
          <ImagesField value={defaults.n} onChange={(n) => edit({ n })} />
          <ModeField value={defaults.mode} onChange={(mode) => edit({ mode })} />
        </div>
        <div className="flex flex-wrap gap-x-12 gap-y-2 pt-3 text-base">
          <Switch
            label={t('table.settings.expand')}
            hint={t('table.settings.expandHint')}
            checked={expand}
            onChange={(checked) => store.change({ expand: checked })}
          />
          <Switch
            label={t('table.settings.again')}
            hint={t('table.settings.againHint')}
            checked={again}
            onChange={(checked) => store.change({ again: checked })}
          />
        </div>
      </Disclosure>
    </div>
  )
}

function summaryOf(
  { defaults: { model, size, n, mode, image }, roles }: TableSettings,
  connection: Connection | null,
  t: TFunction,
): string {
  const carried = connection === null || carriesOptions(mode, connection)
  /** Settings that Background leaves out still apply to rows that specify Direct, if there can be any. */
  const option = (value: string): readonly string[] => {
    if (carried) return [value]
    return roles.includes('mode') ? [t('table.settings.inDirect', { value })] : []
  }
  const values = [
    model === '' ? t('table.settings.noModel') : model,
    ...(size === '' ? [] : option(size)),
    n === null ? t('table.settings.noImages') : t('compose.imageCount', { count: n }),
    t(`compose.${mode}`),
    ...(image.length === 0 ? [] : option(t('table.settings.references', { count: image.length }))),
  ]
  return t('table.settings.summary', { values: values.join(', ') })
}
