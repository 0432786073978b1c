import { appError } from '@shared/errors'
import { useStore } from 'zustand'
import { BringDialog } from '../features/bringing/BringDialog'
import { ExtraFieldsDialog } from '../features/compose/ExtraFieldsDialog'
import { PasteQuestion } from '../features/compose/PasteQuestion'
import { TemplateDialog } from '../features/compose/TemplateDialog'
import { ExportDialog } from '../features/export/ExportDialog'
import { CollectDialog } from '../features/gallery/collections/CollectDialog'
import { EditDialog } from '../features/queue/EditDialog'
import { ConnectionDialog } from '../features/settings/ConnectionDialog'
import { SettingsDialog } from '../features/settings/SettingsDialog'
import { TableDialog } from '../features/table/TableDialog'
import { useErrorText } from '../parts/useErrorText'
import { useTranslation } from '../parts/useTranslation'
import type { DialogView } from '../stores/dialogStore'
import { useStores } from '../stores/storesContext'
import { oneLine } from '../text/errorText'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ExchangeDialog } from './ExchangeDialog'
import { FaultBoundary } from './FaultBoundary'
import { PaidQuestionDialog } from './PaidQuestionDialog'
import { QuestionDialog } from './QuestionDialog'
import { ShortcutsDialog } from './ShortcutsDialog'

/** The open dialogs, one above the other. */
export function Dialogs() {
  const { dialogs } = useStores()
  const open = useStore(dialogs, (state) => state.open)
  return open.map((view) => {
    const leave = () => (view.kind === 'paidQuestion' ? view.answer(false) : dialogs.leave(view.kind))
    return (
      <FaultBoundary
        key={view.kind}
        fallback={(restart) => <FailedDialog onRestart={restart} onClose={leave} />}
      >
        <OpenDialog view={view} onClose={dialogs.close} />
      </FaultBoundary>
    )
  })
}

interface OpenDialogProps {
  readonly view: DialogView
  readonly onClose: () => void
}

function OpenDialog({ view, onClose }: OpenDialogProps) {
  switch (view.kind) {
    case 'settings':
      return <SettingsDialog onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />
    case 'table':
      return <TableDialog onClose={onClose} />
    case 'paidQuestion':
      return <PaidQuestionDialog plan={view.plan} onAnswer={view.answer} />
    case 'question':
      return <QuestionDialog question={view.question} onClose={onClose} />
    case 'bringIn':
      return <BringDialog onClose={onClose} />
    case 'export':
      return <ExportDialog what={view.what} onClose={onClose} />
    case 'collect':
      return <CollectDialog images={view.images} onClose={onClose} />
    case 'exchange':
      return <ExchangeDialog jobId={view.jobId} onClose={onClose} />
    case 'extraFields':
      return <ExtraFieldsDialog onClose={onClose} />
    case 'editJob':
      return <EditDialog job={view.job} onClose={onClose} />
    case 'pasteQuestion':
      return (
        <PasteQuestion
          pasted={view.pasted}
          onAnswer={(chosen) => {
            onClose()
            view.answer(chosen)
          }}
          onClose={onClose}
        />
      )
    case 'template':
      return <TemplateDialog renamed={view.renamed} onClose={onClose} />
    case 'connection':
      return <ConnectionDialog id={view.id} focus={view.focus ?? 'name'} onClose={onClose} />
    default:
      return view satisfies never
  }
}

interface FailedDialogProps {
  readonly onRestart: () => void
  readonly onClose: () => void
}

/** Takes the place of a dialog that can't be shown: it can still be closed. */
function FailedDialog({ onRestart, onClose }: FailedDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('frame.partFailed')}
      closeLabel={t('frame.close')}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={onRestart}>{t('frame.restartView')}</Button>
        </div>
      }
    >
      <p>{oneLine(useErrorText()(appError('internal')))}</p>
    </Dialog>
  )
}
