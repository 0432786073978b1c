import { useTranslation } from 'react-i18next'
import { useTable } from '../../stores/storesContext'
import { useOpenTable } from '../../text/useOpenTable'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TableProgress } from './TableProgress'
import { TableSheet } from './TableSheet'
import { TableStart } from './TableStart'
import { factsOf } from './tableWords'

/** Where a table is prepared. Closing it keeps the table; only its button queues. */
export function TableDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const table = useTable((state) => state.table)
  const { open } = useOpenTable()

  return (
    <Dialog
      title={t('table.title')}
      {...(table === null
        ? {}
        : {
            lead: (
              <>
                <bdi className="pr-2 text-text">{table.name === '' ? t('table.pasted') : table.name}</bdi>
                {factsOf(table, t)}
              </>
            ),
            // A problem brings its own button.
            actions: table.problem === null && (
              <Button look="ghost" onClick={open}>
                {t('table.openAnother')}
              </Button>
            ),
          })}
      closeLabel={t('frame.close')}
      onClose={onClose}
      size="full"
    >
      {table === null ? (
        <TableStart />
      ) : (
        <>
          <TableProgress table={table} />
          <TableSheet key={table.id} table={table} />
        </>
      )}
    </Dialog>
  )
}
