import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/classNames'
import { Field } from '../../ui/Field'
import { homeFocus } from '../../ui/returnFocus'
import { TextArea } from '../../ui/TextArea'
import type { Compose } from './useCompose'

interface PromptFieldProps {
  readonly compose: Compose
  /** One line at first, in the bar. */
  readonly compact?: boolean
}

export function PromptField({ compose, compact = false }: PromptFieldProps) {
  const { t } = useTranslation()
  const { prompt } = compose.draft
  return (
    <div data-field="prompt">
      <Field
        label={t('compose.prompt')}
        error={compose.problem('prompt')}
        aside={
          prompt !== '' && (
            <span className="tabular-nums">{t('compose.characters', { count: prompt.length })}</span>
          )
        }
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            {...homeFocus}
            dir="auto"
            // The window opens for writing: nothing else on it wants the first key.
            autoFocus
            rows={1}
            value={prompt}
            maxLength={1_000_000}
            placeholder={t('compose.promptPlaceholder')}
            onChange={(event) => compose.edit({ prompt: event.currentTarget.value })}
            onBlur={() => compose.touch('prompt')}
            className={classNames(compact ? 'max-h-40 min-h-8' : 'max-h-[40vh] min-h-37')}
          />
        )}
      </Field>
    </div>
  )
}
