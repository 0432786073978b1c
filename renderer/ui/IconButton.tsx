import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from './classNames'
import { Tooltip } from './Tooltip'

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon: LucideIcon
  /** Its accessible name and its tooltip. */
  readonly label: string
}

export function IconButton({ icon: Icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type={type}
        aria-label={label}
        className={classNames(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-medium text-dim hover:bg-raise hover:text-text',
          className,
        )}
        {...rest}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}
