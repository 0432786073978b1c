import type { AppError } from '@shared/errors'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useCommand, useStores } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { ProgressLine } from '../../ui/ProgressLine'

/** Exports the selection on request, and shows its progress and result. */
export function ExportBar() {
  const { t } = useTranslation()
  const { exports, selection } = useStores()
  const state = useStore(exports)
  const errorText = useErrorText()

  useCommand('export', () => {
    const { ids } = selection.getState()
    if (ids.size > 0) void exports.run({ imageIds: [...ids] })
  })

  switch (state.status) {
    case 'idle':
      return null
    case 'running': {
      const { done, total } = state
      const text = total === 0 ? t('exports.choosing') : t('exports.running', { done, total })
      return (
        <Bar>
          <div className="flex w-64 flex-col gap-1.5 py-1">
            <p>{text}</p>
            {total > 0 && <ProgressLine value={(100 * done) / total} label={text} />}
          </div>
        </Bar>
      )
    }
    case 'written': {
      const { folder, written, failed } = state
      return (
        <Bar onDismiss={exports.dismiss}>
          <div className="min-w-0 py-1">
            <p className="break-words">
              {written === 0
                ? t('exports.nothing', { folder })
                : t('exports.written', { count: written, folder })}
            </p>
            {failed.length > 0 && (
              <>
                <p className="text-bad">{t('exports.failed', { count: failed.length })}</p>
                <ul className="text-small text-dim">
                  {alike(failed.map(({ error }) => error)).map(({ error, count }) => (
                    <li key={error.code}>{t('exports.failedAlike', { count, ...errorText(error) })}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
          {written > 0 && (
            <Button look="link" className="py-1" onClick={() => void exports.reveal()}>
              {t('exports.show')}
            </Button>
          )}
        </Bar>
      )
    }
    case 'failed': {
      const { cause, next } = errorText(state.error)
      return (
        <Bar onDismiss={exports.dismiss}>
          <p className="py-1">
            <span className="text-bad">{cause}</span> <span className="text-dim">{next}</span>
          </p>
        </Bar>
      )
    }
  }
}

/** Stays until it is dismissed. */
function Bar({ children, onDismiss }: { readonly children: ReactNode; readonly onDismiss?: () => void }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('exports.region')}
      className="pointer-events-auto flex max-w-[min(100%,640px)] items-start gap-4 rounded-large border border-line bg-raise py-1 pr-1.5 pl-3 shadow-float"
    >
      <div role="status" className="flex min-w-0 items-start gap-4">
        {children}
      </div>
      {onDismiss !== undefined && <IconButton icon={X} label={t('exports.dismiss')} onClick={onDismiss} />}
    </section>
  )
}

/** The failures by code, each with how often it came. */
function alike(errors: readonly AppError[]) {
  const byCode = new Map<string, { readonly error: AppError; readonly count: number }>()
  for (const error of errors) {
    byCode.set(error.code, { error, count: (byCode.get(error.code)?.count ?? 0) + 1 })
  }
  return [...byCode.values()]
}
