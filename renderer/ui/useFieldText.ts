import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The most characters the browser takes as one edit without freezing for seconds. */
const editedMaximum = 10_000

/**
 * Makes a text field show `value`; the first one is also the field's `defaultValue`. What the user types is already
 * in the field. A value from elsewhere becomes one step of the field's own undo if the field has the focus. Without the
 * focus, or with a very long value, the field starts again with nothing to undo: otherwise the browser would undo old
 * edits in a text they don't belong to.
 */
export function useFieldText<T extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const field = ref.current
    // A field has no carriage returns.
    const text = value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value
    if (field === null || field.value === text) return
    const isEdit = document.activeElement === field && text.length <= editedMaximum
    if (!isEdit || !edit(field, text)) begin(field, text)
  })
  return ref
}

/** Returns whether the browser did it. */
function edit(field: HTMLInputElement | HTMLTextAreaElement, text: string): boolean {
  field.select()
  // Nothing else writes into a field in a way that the browser can undo.
  const done =
    text === '' ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text)
  if (done !== true || field.value !== text) return false
  // What is typed next is an undo step of its own.
  field.setSelectionRange(text.length, text.length)
  return true
}

function begin(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const hadFocus = document.activeElement === field
  field.value = text
  // Removing it from the page clears its edits.
  const { parentNode, nextSibling } = field
  field.remove()
  parentNode?.insertBefore(field, nextSibling)
  if (hadFocus) field.focus({ preventScroll: true })
}
