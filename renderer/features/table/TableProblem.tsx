import type { AppError } from '@shared/errors'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../text/errorText'
import { useOpenTable } from '../../text/useOpenTable'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'

/** Why the table ends early, or why nothing of it can be queued. */
export function TableProblem({ problem }: { readonly problem: AppError }) {
  const { t } = useTranslation()
  const { open } = useOpenTable()
  const { cause, next } = useErrorText()(problem)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Banner
      level="error"
      cause={cause}
      next={next}
      actions={
        <Button ref={button} onClick={open}>
          {t('table.openAnother')}
        </Button>
      }
    />
  )
}
