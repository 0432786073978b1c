import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { TipBox } from './Tooltip'

interface FocusTipProps {
  /** Null for none. */
  readonly text: ReactNode
  /** One element that takes a ref and can have the focus. */
  readonly children: ReactElement
}

/**
 * A hint while an element has been reached by key: for text that is cut, which the pointer gets by its `title`. Needs a
 * `TooltipGround` above it.
 */
export function FocusTip({ text, children }: FocusTipProps) {
  if (text === null) return children
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        onPointerMove={(event) => event.preventDefault()}
        onFocus={(event) => {
          if (event.target !== event.currentTarget) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      <TipBox side="bottom" align="start">
        {text}
      </TipBox>
    </Radix.Root>
  )
}
