import type { Connection } from '@shared/model/connection'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/storesContext'
import { useAttempt } from '../../text/useAttempt'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

interface RemoveDialogProps {
  readonly connection: Connection
  readonly onClose: () => void
}

/** Asks before a connection is removed. */
export function RemoveDialog({ connection, onClose }: RemoveDialogProps) {
  const { t } = useTranslation()
  const { client } = useStores()
  const { failure, attempt } = useAttempt()

  const remove = (): Promise<void> =>
    attempt(async () => {
      await client.call('connections.remove', { id: connection.id })
      onClose()
    })

  return (
    <Dialog
      title={t('settings.removeTitle', { name: connection.name })}
      closeLabel={t('frame.close')}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('settings.keep')}</Button>
          <Button look="danger" onClick={() => void remove()}>
            {t('settings.removeConfirm')}
          </Button>
        </div>
      }
    >
      <p>{t('settings.removeBody')}</p>
      <Alert text={failure} />
    </Dialog>
  )
}
