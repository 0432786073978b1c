import { useStore } from 'zustand'
import { PasteQuestion } from '../features/compose/PasteQuestion'
import { TemplateDialog } from '../features/compose/TemplateDialog'
import { EditDialog } from '../features/queue/EditDialog'
import { ConnectionDialog } from '../features/settings/ConnectionDialog'
import { SettingsDialog } from '../features/settings/SettingsDialog'
import { TableDialog } from '../features/table/TableDialog'
import { useStores } from '../stores/storesContext'
import { PaidQuestionDialog } from './PaidQuestionDialog'
import { QuestionDialog } from './QuestionDialog'
import { ShortcutsDialog } from './ShortcutsDialog'

/** The open dialogs, one above the other. */
export function Dialogs() {
  const { dialogs } = useStores()
  const open = useStore(dialogs, (state) => state.open)
  return open.map((view) => {
    switch (view.kind) {
      case 'settings':
        return <SettingsDialog key={view.kind} onClose={dialogs.close} />
      case 'shortcuts':
        return <ShortcutsDialog key={view.kind} onClose={dialogs.close} />
      case 'table':
        return <TableDialog key={view.kind} onClose={dialogs.close} />
      case 'paidQuestion':
        return <PaidQuestionDialog key={view.kind} plan={view.plan} onAnswer={view.answer} />
      case 'question':
        return <QuestionDialog key={view.kind} question={view.question} onClose={dialogs.close} />
      case 'editJob':
        return <EditDialog key={view.kind} job={view.job} onClose={dialogs.close} />
      case 'pasteQuestion':
        return (
          <PasteQuestion
            key={view.kind}
            pasted={view.pasted}
            onAnswer={(chosen) => {
              dialogs.close()
              view.answer(chosen)
            }}
            onClose={dialogs.close}
          />
        )
      case 'template':
        return <TemplateDialog key={view.kind} renamed={view.renamed} onClose={dialogs.close} />
      case 'connection':
        return (
          <ConnectionDialog
            key={view.kind}
            id={view.id}
            focus={view.focus ?? 'name'}
            onClose={dialogs.close}
          />
        )
      default:
        return view satisfies never
    }
  })
}
