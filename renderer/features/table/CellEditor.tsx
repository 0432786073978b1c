import { cellMaximum } from '@shared/model/table'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { TextArea } from '../../ui/TextArea'

/** Where the focus goes after a cell was edited; `leave`: it has already gone elsewhere. */
export type EditStep = 'stay' | 'down' | 'right' | 'left' | 'leave'

interface CellEditorProps {
  readonly label: string
  readonly text: string
  /** The `anchor-name` of the cell it covers. */
  readonly anchor: string
  /** `text` null: unchanged. */
  readonly onDone: (text: string | null, step: EditStep) => void
}

/** A cell's text in an editor over the cell, larger if needed. Enter keeps the text, Escape restores the old one. */
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
    // Losing the focus ends the editing too: it must end only once.
    if (done.current) return
    done.current = true
    onDone(value, step)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // No key reaches the grid, which has its own bindings.
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
