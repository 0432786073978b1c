import { RadioGroup } from 'radix-ui'
import { type ComponentProps, useRef } from 'react'

/**
 * A group of `RadioGroup.Item`s, one of them selected. An arrow selects what it leads to, even if it was let go before
 * the focus got there, as on a busy computer.
 */
export function RadioChoices(props: ComponentProps<typeof RadioGroup.Root>) {
  const isByArrow = useRef(false)
  return (
    <RadioGroup.Root
      {...props}
      onKeyDownCapture={({ key }) => {
        isByArrow.current = key.startsWith('Arrow')
      }}
      onFocusCapture={({ target, currentTarget, relatedTarget }) => {
        const isFromHere = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (isByArrow.current && isFromHere && target.role === 'radio') target.click()
        isByArrow.current = false
      }}
    />
  )
}
