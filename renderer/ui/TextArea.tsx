import type { ComponentPropsWithRef } from 'react'
import { classNames } from './classNames'
import { textDirection } from './textDirection'

/** Characters that fill the highest field: laying out a mirror of a million at every key would take seconds. */
const mirrored = 10_000

/**
 * Text that grows with what is written, up to its `max-h-*`. The mirror behind it has the same type and
 * as much of the text as counts: it gives the height, so that nothing is measured.
 */
export function TextArea({
  className,
  value,
  onPaste,
  ...rest
}: ComponentPropsWithRef<'textarea'> & { readonly value: string }) {
  return (
    // A row of its own measure would be as high as the text, through whatever stands below.
    <div className={classNames('grid min-h-0 grid-rows-[minmax(0,1fr)]', className)}>
      <div
        aria-hidden
        className="invisible col-start-1 row-start-1 overflow-hidden border px-2.5 py-1.5 break-words whitespace-pre-wrap"
      >
        {`${value.slice(0, mirrored)} `}
      </div>
      <textarea
        value={value}
        dir={textDirection(value)}
        onPaste={(event) => {
          // Before the text is there, or it is laid out once in the slow way.
          event.currentTarget.dir = textDirection(value + event.clipboardData.getData('text/plain'))
          onPaste?.(event)
        }}
        className="field col-start-1 row-start-1 resize-none overflow-y-auto px-2.5 py-1.5 break-words"
        {...rest}
      />
    </div>
  )
}
