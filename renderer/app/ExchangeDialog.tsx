import { useTranslation } from '../parts/useTranslation'
import { KeptExchange } from '../parts/WhatWasSent'
import { Dialog } from '../ui/Dialog'

interface ExchangeDialogProps {
  readonly jobId: string
  readonly onClose: () => void
}

/** A request and its answer side by side. It closes once the user has said what a value is: a toast tells the rest. */
export function ExchangeDialog({ jobId, onClose }: ExchangeDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('sent.title')} closeLabel={t('frame.close')} onClose={onClose} size="wide">
      <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4 text-small">
        <KeptExchange jobId={jobId} onTaught={onClose} />
      </div>
    </Dialog>
  )
}
