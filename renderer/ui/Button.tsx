import type { ComponentPropsWithRef } from 'react'
import { classNames } from './classNames'

const looks = {
  /** The one main action of a region. */
  primary:
    'min-h-9 rounded-large border border-transparent bg-accent px-3 font-semibold text-accent-ink not-aria-disabled:hover:bg-accent-strong aria-disabled:bg-raise aria-disabled:text-off',
  /** One of a few in a dialog. */
  outline:
    'min-h-8 rounded-large border border-line px-3 aria-disabled:text-off not-aria-disabled:hover:bg-raise',
  danger:
    'min-h-8 rounded-large border border-bad px-3 text-bad aria-disabled:border-line aria-disabled:text-off not-aria-disabled:hover:bg-raise',
  /** Quiet, in headers and bars. */
  ghost:
    'min-h-7 rounded-medium px-2 text-dim aria-disabled:text-off not-aria-disabled:hover:bg-raise not-aria-disabled:hover:text-text',
  /** A verb in running text. */
  link: 'rounded-small text-accent underline-offset-2 aria-disabled:text-off not-aria-disabled:hover:underline',
} as const

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly look?: keyof typeof looks
  /** Looks and reads as unavailable but can be focused and pressed, so that it can say why. */
  readonly unavailable?: boolean
}

export function Button({
  look = 'outline',
  unavailable = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      {...(unavailable ? { 'aria-disabled': true } : {})}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap',
        looks[look],
        className,
      )}
      {...rest}
    />
  )
}
