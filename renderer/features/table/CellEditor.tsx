import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { TextArea } from '../../ui/TextArea'

/** Where the keyboard goes after a cell was edited; `leave`: it went elsewhere on its own. */
export type EditStep = 'stay' | 'down' | 'right' | 'left' | 'leave'

interface CellEditorProps {
  readonly label: string
  readonly text: string
  /** The `anchor-name` of the cell it lies over. */
  readonly anchor: string
  /** `text` null: it is as it was. */
  readonly onDone: (text: string | null, step: EditStep) => void
}

/** Characters a cell may have, as the route takes them. */
export const cellMaximum = 1_000_000

/** The text of a cell, over it and larger where it needs to be. Enter keeps it, Escape gives the old one back. */
export function CellEditor({ label, text: before, anchor, onDone }: CellEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(before)
  const done = useRef(false)

  useLayoutEffect(() => {
    box.current?.togglePopover?.(true)
    const field = box.current?.querySelector('textarea')
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])

  const finish = (value: string | null, step: EditStep): void => {
    // What takes the keyboard away ends it too: once is enough.
    if (done.current) return
    done.current = true
    onDone(value, step)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Nothing of it reaches the grid, which has keys of its own.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (key === 'Escape') finish(null, 'stay')
    else if (key === 'Tab') finish(text, shiftKey ? 'left' : 'right')
    else if (key === 'Enter' && !altKey && !shiftKey) finish(text, ctrlKey || metaKey ? 'stay' : 'down')
    else return
    event.preventDefault()
  }

  return (
    <div ref={box} popover="manual" data-own-escape style={{ positionAnchor: anchor }} className="over-cell">
      <TextArea
        aria-label={label}
        rows={1}
        value={text}
        maxLength={cellMaximum}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(text, 'leave')}
        className="max-h-60 min-h-8"
      />
    </div>
  )
}
