import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { TextField } from '../../ui/TextField'

interface CreditsInputProps extends ComponentPropsWithRef<'input'> {
  /** What stands in the place of the word “credits”. */
  readonly unit?: ReactNode
}

/** A text field for an amount of credits; it may be empty. */
export function CreditsInput({ unit, ...props }: CreditsInputProps) {
  const { t } = useTranslation()
  return (
    <span className="flex shrink-0 items-center gap-2">
      <TextField
        inputMode="decimal"
        maxLength={20}
        className="min-h-7 w-24 py-0.5 text-right tabular-nums"
        {...props}
      />
      {unit ?? <span className="text-small text-faint">{t('connection.credits')}</span>}
    </span>
  )
}
