import type { ComponentPropsWithRef } from 'react'
import { classNames } from './classNames'

/** One line of text. */
export function TextField({ className, type = 'text', ...rest }: ComponentPropsWithRef<'input'>) {
  return (
    <input
      type={type}
      spellCheck={false}
      autoComplete="off"
      className={classNames('field', className)}
      {...rest}
    />
  )
}
