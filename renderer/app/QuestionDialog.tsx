import { useAct } from '../parts/useAct'
import { useTranslation } from '../parts/useTranslation'
import type { Question } from '../stores/dialogStore'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'

interface QuestionDialogProps {
  readonly question: Question
  readonly onClose: () => void
}

/** Asks before doing something that costs money or can't be undone. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  const { t } = useTranslation()
  const act = useAct()
  const { title, body, cost, confirm, run } = question

  const confirmed = () => {
    onClose()
    void act(run)
  }

  return (
    <Dialog
      title={title}
      closeLabel={t('frame.close')}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('frame.leaveIt')}</Button>
          <Button look="danger" onClick={confirmed}>
            {confirm}
          </Button>
        </div>
      }
    >
      <p>{body}</p>
      {cost !== undefined && <p className="pt-2">{cost}</p>}
    </Dialog>
  )
}
