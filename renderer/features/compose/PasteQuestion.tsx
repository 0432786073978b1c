import { promptMaximum } from '@shared/model/prompt'
import { useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import type { PastedText } from '../../stores/pastedText'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

const linesShown = 4
/** Characters per line; only one line of them is shown. */
const openingLength = 200

interface PasteQuestionProps {
  readonly pasted: PastedText
  readonly onAnswer: (answer: 'one' | 'many') => void
  /** Closed without an answer: nothing changes. */
  readonly onClose: () => void
}

/** Asks what several pasted lines are. No answer queues anything. */
export function PasteQuestion({ pasted, onAnswer, onClose }: PasteQuestionProps) {
  const { t } = useTranslation()
  const many = useRef<HTMLButtonElement>(null)
  const { text, kind, count } = pasted
  const tooLong = text.length > promptMaximum
  const lines = text.split('\n', linesShown + 1)
  return (
    <Dialog
      title={t(kind === 'table' ? 'prompts.paste.table' : 'prompts.paste.lines', { count })}
      lead={t(kind === 'table' ? 'prompts.paste.tableLead' : 'prompts.paste.linesLead')}
      closeLabel={t('frame.close')}
      onClose={onClose}
      onOpened={() => many.current?.focus()}
      footer={
        <div className="flex justify-end gap-2">
          <Button unavailable={tooLong} onClick={() => tooLong || onAnswer('one')}>
            {t('prompts.paste.one')}
          </Button>
          <Button ref={many} look="primary" className="min-h-8" onClick={() => onAnswer('many')}>
            {t(kind === 'table' ? 'prompts.paste.asTable' : 'prompts.paste.many')}
          </Button>
        </div>
      }
    >
      <ul aria-label={t('prompts.paste.begins')} className="rounded-medium border border-line">
        {lines.slice(0, linesShown).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may occur twice
          <li key={at} dir="auto" className="min-h-7 truncate border-line px-2.5 py-1 not-first:border-t">
            {line.slice(0, openingLength)}
          </li>
        ))}
        {lines.length > linesShown && (
          <li aria-hidden className="border-t border-line px-2.5 py-1 text-faint">
            …
          </li>
        )}
      </ul>
      {tooLong && (
        <p className="pt-3 text-small text-faint">{t('prompts.paste.tooLong', { count: promptMaximum })}</p>
      )}
    </Dialog>
  )
}
