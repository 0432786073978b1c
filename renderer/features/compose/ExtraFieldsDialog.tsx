import { useRef } from 'react'
import { ExtraFieldsEditor } from '../../parts/ExtraFieldsEditor'
import { useTranslation } from '../../parts/useTranslation'
import { currentConnection } from '../../stores/appStore'
import { useApp, useDraft, useStores } from '../../stores/storesContext'
import { extraWords } from '../../text/extraWords'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { focusField } from '../../ui/focusField'

/** The extra fields of the form's requests. What is typed is in the form at once, and stays there. */
export function ExtraFieldsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { draft: drafts } = useStores()
  const { extra = [], mode } = useDraft((state) => state.draft)
  const connection = useApp(currentConnection)
  const added = connection?.extra[mode] ?? []
  const body = useRef<HTMLDivElement>(null)

  return (
    <Dialog
      title={t('compose.extra')}
      lead={t('extraFields.lead')}
      closeLabel={t('frame.close')}
      onClose={onClose}
      onOpened={() => focusField(body.current, 'extra')}
      footer={
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {t('extraFields.done')}
          </Button>
        </div>
      }
    >
      <div ref={body} className="flex flex-col gap-3">
        {connection !== null && added.length > 0 && (
          <p className="text-small wrap-anywhere text-dim">
            {t('extraFields.ofConnection', { name: connection.name, fields: extraWords(added, t) })}
          </p>
        )}
        <div data-field="extra">
          <ExtraFieldsEditor
            label={t('compose.extra')}
            fields={extra}
            onChange={(fields) => drafts.edit({ extra: fields })}
          />
        </div>
      </div>
    </Dialog>
  )
}
