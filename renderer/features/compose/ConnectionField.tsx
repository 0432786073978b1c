import type { Connection } from '@shared/model/connection'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { useSwitchConnection } from './useSwitchConnection'

/** A value among the ids, which are never empty. */
const add = ''

/** The service this form sends to. */
export function ConnectionField({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const switchTo = useSwitchConnection()
  const connections = useApp((state) => state.connections)

  return (
    <Field label={t('compose.connection')}>
      {(wiring) => (
        <Select
          {...wiring}
          value={connection.id}
          options={[
            ...connections.map(({ id, name }) => ({ value: id, label: name })),
            { value: add, label: t('compose.addConnection'), apart: true },
          ]}
          onChange={(id) => {
            if (id === add) dialogs.show({ kind: 'connection', id: null })
            else switchTo(id)
          }}
        />
      )}
    </Field>
  )
}
