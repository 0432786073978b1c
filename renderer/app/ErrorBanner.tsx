import type { AppError } from '@shared/errors'
import type { Notice } from '@shared/model/app'
import { type ReactNode, useState } from 'react'
import { ErrorDetails } from '../parts/ErrorDetails'
import { useTranslation } from '../parts/useTranslation'
import { Alert } from '../ui/Alert'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'

interface ErrorBannerProps {
  readonly level: Notice['level']
  readonly cause: string
  readonly next: string
  readonly error: AppError
  /** Why the last press of one of its buttons failed. */
  readonly failure: string | null
  readonly children: ReactNode
}

/** A banner whose details, if the other side said anything, open below it. */
export function ErrorBanner({ level, cause, next, error, failure, children }: ErrorBannerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const actions = (
    <>
      {error.detail !== null && (
        <Button look="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('frame.details')}
        </Button>
      )}
      {children}
    </>
  )
  return (
    <Banner level={level} cause={cause} next={next} actions={actions}>
      <Alert text={failure} />
      {open && (
        <div className="py-2 pl-8">
          <ErrorDetails error={error} />
        </div>
      )}
    </Banner>
  )
}
