import { type ComponentProps, useState } from 'react'
import { classNames } from './classNames'
import { textDirection } from './textDirection'
import { useFieldText } from './useFieldText'

/** Characters that fill the highest field: laying out a mirror of a million at every key would take seconds. */
const mirrored = 10_000

/**
 * Text that grows with what is written, up to its `max-h-*`. The mirror behind it has the same type and
 * as much of the text as affects the height: the mirror sets the height, so that nothing is measured.
 */
export function TextArea({
  className,
  value,
  onPaste,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'ref'> & { readonly value: string }) {
  const [initial] = useState(value)
  const field = useFieldText<HTMLTextAreaElement>(value)
  return (
    // An automatic row would be as high as the text, and overlap what is below.
    <div className={classNames('grid min-h-0 grid-rows-[minmax(0,1fr)]', className)}>
      <div
        aria-hidden
        className="invisible col-start-1 row-start-1 overflow-hidden border px-2.5 py-1.5 break-words whitespace-pre-wrap"
      >
        {`${value.slice(0, mirrored)} `}
      </div>
      <textarea
        ref={field}
        defaultValue={initial}
        dir={textDirection(value)}
        onPaste={(event) => {
          // Before the text is there, otherwise it would be laid out once in the slow way.
          event.currentTarget.dir = textDirection(value + event.clipboardData.getData('text/plain'))
          onPaste?.(event)
        }}
        className="field col-start-1 row-start-1 resize-none overflow-y-auto px-2.5 py-1.5 break-words"
        {...rest}
      />
    </div>
  )
}
