import { appError } from '@shared/errors'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useErrorText } from '../parts/useErrorText'
import { useTranslation } from '../parts/useTranslation'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { Failed } from './Failed'

interface FaultBoundaryProps {
  readonly children: ReactNode
  /** What is shown in place of the children after a fault; by default it takes all their room. */
  readonly fallback?: (restart: () => void) => ReactNode
}

/** Contains a fault in its children, and reports it: the rest of the window stays as it is. */
export function FaultBoundary({ children, fallback = failedView }: FaultBoundaryProps) {
  return (
    <ErrorBoundary
      onError={(fault) => reportError(fault)}
      fallbackRender={({ resetErrorBoundary }) => fallback(resetErrorBoundary)}
    >
      {children}
    </ErrorBoundary>
  )
}

interface FailedPartProps {
  readonly onRestart: () => void
}

export function FailedView({ onRestart }: FailedPartProps) {
  const { t } = useTranslation()
  return (
    <Failed
      title={t('frame.partFailed')}
      error={appError('internal')}
      action={t('frame.restartView')}
      onAction={onRestart}
    />
  )
}

function FailedLine({ onRestart }: FailedPartProps) {
  const { t } = useTranslation()
  const { next } = useErrorText()(appError('internal'))
  return (
    <Banner
      level="error"
      cause={t('frame.partFailed')}
      next={next}
      actions={
        <Button look="link" onClick={onRestart}>
          {t('frame.restartView')}
        </Button>
      }
    />
  )
}

const failedView = (restart: () => void) => <FailedView onRestart={restart} />

/** For what has the room of one line. */
export const failedLine = (restart: () => void) => <FailedLine onRestart={restart} />
