import type { AppError } from '@shared/errors'
import { useErrorText } from '../parts/useErrorText'
import { oneLine } from '../text/errorText'
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
  return (
    <div role="alert" className="grid h-full place-items-center">
      <EmptyState title={title} hint={oneLine(useErrorText()(error))}>
        <Button className="mt-3" onClick={onAction}>
          {action}
        </Button>
      </EmptyState>
    </div>
  )
}
