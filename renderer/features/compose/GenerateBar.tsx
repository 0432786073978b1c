import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { shownKeys } from '../../stores/shortcuts'
import { useApp, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { useSendLine } from './sendLine'
import type { Compose } from './useCompose'

interface GenerateBarProps {
  readonly compose: Compose
  /** Side by side, in the bar. */
  readonly compact: boolean
  readonly onGenerate: () => void
}

/** What will be sent, and the button that sends it. */
export function GenerateBar({ compose, compact, onGenerate }: GenerateBarProps) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const platform = useApp((state) => state.platform)
  const lineId = useId()
  const { check, connection, failure } = compose
  const line = useSendLine(check, connection)

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
            {failure.cause} {failure.next}
          </p>
        )}
        <p
          id={lineId}
          className="text-dim group-has-[button[data-generate]:is(:hover,:focus-visible)]:text-text"
        >
          {line}
        </p>
        {connection.keyState === 'missing' && (
          <Button
            look="link"
            onClick={() => dialogs.show({ kind: 'connection', id: connection.id, focus: 'apiKey' })}
          >
            {t('compose.addKey')}
          </Button>
        )}
      </div>
      <Button
        look="primary"
        data-generate
        unavailable={!check.ok}
        aria-describedby={lineId}
        onClick={onGenerate}
        className={compact ? 'min-w-40' : 'w-full'}
      >
        <span>{t('compose.generate')}</span>
        {check.ok && check.images > 1 && <span aria-hidden>{check.images}</span>}
        <span className="ml-auto font-normal opacity-90" aria-hidden>
          {shownKeys('Mod+Enter', platform).join(' ')}
        </span>
      </Button>
    </div>
  )
}
