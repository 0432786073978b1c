import type { ComponentPropsWithRef } from 'react'
import { classNames } from './classNames'

/**
 * Text that grows with what is written, up to its `max-h-*`. The mirror behind it has the same text and type:
 * it gives the height, so that nothing is measured.
 */
export function TextArea({
  className,
  value,
  ...rest
}: ComponentPropsWithRef<'textarea'> & { readonly value: string }) {
  return (
    <div className={classNames('grid min-h-0', className)}>
      <div
        aria-hidden
        className="invisible col-start-1 row-start-1 overflow-hidden border px-2.5 py-1.5 break-words whitespace-pre-wrap"
      >
        {`${value} `}
      </div>
      <textarea
        value={value}
        className="field col-start-1 row-start-1 resize-none overflow-y-auto px-2.5 py-1.5 break-words"
        {...rest}
      />
    </div>
  )
}
