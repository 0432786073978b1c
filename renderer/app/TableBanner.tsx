import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useStores, useTable } from '../stores/storesContext'
import { useOpenTable } from '../text/useOpenTable'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'

/** A table that was closed without queueing it, in this run or an earlier one. */
export function TableBanner() {
  const { t } = useTranslation()
  const table = useTable((state) => state.table)
  const shown = useStore(useStores().dialogs, ({ open }) => open.some(({ kind }) => kind === 'table'))
  const { show, discard } = useOpenTable()
  if (table === null || shown) return null

  const name = table.name === '' ? t('table.pasted') : table.name
  const rows = t('table.rows', { count: table.counts.rows })
  return (
    <Banner
      level="info"
      cause={t('table.banner.cause', { name, rows })}
      next={t('table.banner.next')}
      actions={
        <>
          <Button look="ghost" onClick={discard}>
            {t('table.banner.discard')}
          </Button>
          <Button look="link" onClick={show}>
            {t('table.banner.continue')}
          </Button>
        </>
      }
    />
  )
}
