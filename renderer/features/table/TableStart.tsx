import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTable } from '../../stores/storesContext'
import { useOpenTable } from '../../text/useOpenTable'
import { usePastedText } from '../../text/usePastedText'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { TableFailure } from './TableFailure'

/** Shown when no table is open. */
export function TableStart() {
  const { t } = useTranslation()
  const { open, paste } = useOpenTable()
  const opening = useTable((state) => state.opening)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  usePastedText((text) => {
    paste(text)
    return true
  })

  return (
    <div className="grid flex-1 place-items-center overflow-y-auto">
      <EmptyState title={t('table.start.title')} hint={t('table.start.hint')}>
        <FileSpreadsheet size={32} strokeWidth={1.25} aria-hidden className="-order-1 mb-2 text-faint" />
        <Button ref={button} look="primary" className="mt-3" unavailable={opening} onClick={open}>
          {t(opening ? 'table.start.opening' : 'table.start.open')}
        </Button>
        <p className="pt-3 text-small text-dim">{t('table.start.others')}</p>
        <p className="text-small text-faint">{t('table.start.formats')}</p>
        <TableFailure />
      </EmptyState>
    </div>
  )
}
