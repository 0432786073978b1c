import type { Connection } from '@shared/model/connection'
import type { SendGate } from '@shared/model/sendGate'
import { useId } from 'react'
import { flushSync } from 'react-dom'
import { GateButtons } from '../../parts/GateButtons'
import { useShownKeys } from '../../parts/useShownKeys'
import { useTranslation } from '../../parts/useTranslation'
import type { CheckedField } from '../../stores/draftCheck'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { keptWords } from './keptWords'
import { useSendLine } from './sendLine'
import type { Compose } from './useCompose'

interface GenerateBarProps {
  readonly compose: Compose
  /** Laid out side by side, in the bar. */
  readonly compact: boolean
  readonly onGenerate: (press: { readonly byPointer: boolean }) => void
  /** Moves the focus to an invalid field. */
  readonly onGoTo: (field: CheckedField) => void
}

/** What will be sent, and the button that sends it. */
export function GenerateBar({ compose, compact, onGenerate, onGoTo }: GenerateBarProps) {
  const { t } = useTranslation()
  const shown = useShownKeys()
  const lineId = useId()
  const unsentId = useId()
  const { check, connection, failure, unsent } = compose
  const { text, wrong, gate } = useSendLine(compose)
  const fieldName = useFieldName()

  return (
    <div
      className={classNames(
        'group flex gap-2 px-4 pb-4',
        compact ? 'items-end justify-between pt-2' : 'flex-col border-t border-line pt-3',
      )}
    >
      <div className="min-w-0 text-small text-balance">
        {failure !== null && (
          <p role="alert" className="pb-1 text-bad">
            {failure}
          </p>
        )}
        <p
          id={lineId}
          className="text-dim group-has-[button[data-generate]:is(:hover,:focus-visible)]:text-text"
        >
          {wrong !== null && (
            <>
              <Button look="link" onClick={() => onGoTo(wrong)}>
                {fieldName(wrong)}
              </Button>
              {': '}
            </>
          )}
          {text}
        </p>
        {unsent.length > 0 && (
          <p className="pt-1 text-warn">
            <span id={unsentId}>
              {t('compose.unsent', {
                unsent: keptWords({ ...compose.draft, image: compose.references.withText }, t),
              })}
            </span>{' '}
            <Button
              look="link"
              onClick={() => {
                flushSync(() => compose.edit({ mode: 'direct' }))
                // The link is gone, so the focus moves on to what it was pressed for.
                onGoTo(unsent.includes('size') ? 'size' : 'image')
              }}
            >
              {t('compose.switchToDirect')}
            </Button>{' '}
            {t('compose.directRisk')}
          </p>
        )}
        {!hasBanner(gate, connection) && <GateButtons gate={gate} connectionId={connection.id} />}
      </div>
      <Button
        look="primary"
        data-generate
        unavailable={!check.ok}
        aria-describedby={unsent.length > 0 ? `${lineId} ${unsentId}` : lineId}
        onClick={({ detail }) => onGenerate({ byPointer: detail > 0 })}
        className={compact ? 'min-w-40' : 'w-full'}
      >
        <span>{t('compose.generate')}</span>
        {check.ok && check.images > 1 && <span aria-hidden>{check.images}</span>}
        {unsent.length > 0 ? (
          <span className="min-w-0 text-left whitespace-normal" aria-hidden>
            {t('compose.without', { options: unsent.map((option) => t(`compose.option.${option}`)) })}
          </span>
        ) : (
          <span className="ml-auto font-normal opacity-90" aria-hidden>
            {shown('Mod+Enter').join(' ')}
          </span>
        )}
      </Button>
    </div>
  )
}

/** A banner above the form says it too, with the same buttons. */
function hasBanner({ kind }: SendGate, { hold }: Connection): boolean {
  switch (kind) {
    case 'computer':
    case 'unreached':
    case 'undelivered':
      return true
    case 'held':
      return hold !== null
    default:
      return false
  }
}

function useFieldName(): (field: CheckedField) => string {
  const { t } = useTranslation()
  return (field) => {
    switch (field) {
      case 'n':
        return t('compose.images')
      case 'image':
        return t('references.label')
      default:
        return t(`compose.${field}`)
    }
  }
}
