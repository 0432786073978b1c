import { type AppError, appError } from '@shared/errors'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../parts/useErrorText'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'

interface FailedProps {
  readonly title: string
  readonly error: AppError
  /** What the button says. */
  readonly action: string
  readonly onAction: () => void
}

/** Shown in place of a part of the window that can't be shown. */
export function Failed({ title, error, action, onAction }: FailedProps) {
  const { cause, next } = useErrorText()(error)
  return (
    <div role="alert" className="grid h-full place-items-center">
      <EmptyState title={title} hint={`${cause} ${next}`}>
        <Button className="mt-3" onClick={onAction}>
          {action}
        </Button>
      </EmptyState>
    </div>
  )
}

/** Contains a fault in its children: the rest of the window stays as it is. */
export function FaultBoundary({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ErrorBoundary
      fallbackRender={({ resetErrorBoundary }) => (
        <Failed
          title={t('frame.partFailed')}
          error={appError('internal')}
          action={t('frame.restartView')}
          onAction={resetErrorBoundary}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
