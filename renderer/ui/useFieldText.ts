import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Characters the browser takes as one edit without standing still for seconds. */
const editedMaximum = 10_000

/**
 * Makes a text field show `value`; its first one is also the field's `defaultValue`. What the person types is there
 * already. A value from elsewhere is an edit of the field if it has the focus: one step of its own undo. Without the
 * focus, or with a very long value, the field starts again with nothing to undo: the browser would otherwise undo old
 * edits in a text that they don't belong to.
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
  // Nothing else writes into a field so that the browser can undo it.
  const done =
    text === '' ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text)
  if (done !== true || field.value !== text) return false
  // What is typed next is a step of its own.
  field.setSelectionRange(text.length, text.length)
  return true
}

function begin(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const hadFocus = document.activeElement === field
  field.value = text
  // Taken out of the page, its edits are forgotten.
  const { parentNode, nextSibling } = field
  field.remove()
  parentNode?.insertBefore(field, nextSibling)
  if (hadFocus) field.focus({ preventScroll: true })
}
