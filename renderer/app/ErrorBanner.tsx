import type { AppError } from '@shared/errors'
import type { Notice } from '@shared/model/app'
import { type ReactNode, use, useState } from 'react'
import { ErrorDetails } from '../parts/ErrorDetails'
import { useTranslation } from '../parts/useTranslation'
import { Banner, BannerPlaceContext } from '../ui/Banner'
import { Button } from '../ui/Button'

interface ErrorBannerProps {
  readonly level: Notice['level']
  readonly isReadOnly?: boolean
  readonly cause: string
  readonly next: string
  readonly error: AppError
  /** Why the last press of one of its buttons failed. */
  readonly failure: string | null
  readonly children: ReactNode
}

/** A banner whose details, if the other side said anything, open below it. */
export function ErrorBanner({
  level,
  isReadOnly = false,
  cause,
  next,
  error,
  failure,
  children,
}: ErrorBannerProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const place = use(BannerPlaceContext)
  const open = isAsked && !place.isLine
  const toggle = () => {
    place.open()
    setAsked(!open)
  }
  const actions = (
    <>
      {error.detail !== null && (
        <Button look="ghost" aria-expanded={open} onClick={toggle}>
          {t('frame.details')}
        </Button>
      )}
      {children}
    </>
  )
  return (
    <Banner
      level={level}
      isReadOnly={isReadOnly}
      cause={cause}
      next={next}
      actions={actions}
      failure={failure}
    >
      {open && (
        <div className="py-2 pl-8">
          <ErrorDetails error={error} />
        </div>
      )}
    </Banner>
  )
}
