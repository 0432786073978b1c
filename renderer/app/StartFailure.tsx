import type { AppError } from '@shared/errors'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../text/errorText'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'

interface StartFailureProps {
  readonly error: AppError
  readonly onRetry: () => void
}

export function StartFailure({ error, onRetry }: StartFailureProps) {
  const { t } = useTranslation()
  const { cause, next } = useErrorText()(error)
  return (
    <main role="alert" className="grid h-full place-items-center">
      <EmptyState title={t('frame.startFailed')} hint={`${cause} ${next}`}>
        <Button className="mt-3" onClick={onRetry}>
          {t('frame.tryAgain')}
        </Button>
      </EmptyState>
    </main>
  )
}
