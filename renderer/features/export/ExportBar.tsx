import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { countOf, selectionOf } from '../../stores/selectedImages'
import { useCommand, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'
import { successStay, ToastBar } from '../../ui/ToastBar'

/** Exports the selection on request, and shows its progress and result while it is `shown`. */
export function ExportBar({ shown }: { readonly shown: boolean }) {
  const { t } = useTranslation()
  const { client, exports, selection } = useStores()
  const act = useAct()
  const libraryOnly = useLibraryOnly()
  const state = useStore(exports)
  const errorText = useErrorText()

  useCommand('export', () =>
    selection.act(() =>
      libraryOnly(() => {
        const selected = selection.getState()
        if (countOf(selected) > 0) void act(() => exports.run({ images: selectionOf(selected) }))
      }),
    ),
  )

  if (!shown) return null
  switch (state.status) {
    case 'idle':
      return null
    case 'running': {
      const { done, total } = state
      const text = total === 0 ? t('exports.choosing') : t('exports.running', { done, total })
      return (
        <Bar>
          <div className="flex w-64 flex-col gap-1.5">
            <p>{text}</p>
            {total > 0 && <ProgressLine value={(100 * done) / total} label={text} />}
          </div>
        </Bar>
      )
    }
    case 'written': {
      const { folder, written, failed } = state
      return (
        <Bar
          stay={failed.length === 0 ? successStay : null}
          onDismiss={exports.dismiss}
          action={
            written > 0 && (
              <Button look="link" onClick={() => void act(() => client.call('exports.reveal', null))}>
                {t('exports.show')}
              </Button>
            )
          }
        >
          <p>
            {written === 0
              ? t('exports.nothing', { folder })
              : t('exports.written', { count: written, folder })}
          </p>
          {failed.length > 0 && (
            <>
              <p className="text-bad">
                {t('exports.failed', { count: failed.reduce((sum, { count }) => sum + count, 0) })}
              </p>
              <ul className="text-small text-dim">
                {failed.map(({ error, count }) => (
                  <li key={error.code}>{t('exports.failedAlike', { count, ...errorText(error) })}</li>
                ))}
              </ul>
            </>
          )}
        </Bar>
      )
    }
  }
}

interface BarProps {
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Milliseconds; by default it stays. */
  readonly stay?: number | null
  readonly onDismiss?: () => void
}

function Bar({ children, action, stay = null, onDismiss }: BarProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('exports.region')} className="max-w-full min-w-0">
      <ToastBar
        duration={stay}
        action={action}
        {...(onDismiss === undefined ? {} : { onDone: onDismiss, dismissLabel: t('frame.dismiss') })}
      >
        <div role="status">{children}</div>
      </ToastBar>
    </section>
  )
}
