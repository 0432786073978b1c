/**
 * The browser keeps one list of edits for all fields of a page, and its undo reverts the last one, whichever field it
 * was in. This limits undo to the field that has the focus. Returns the disposer.
 */
export function keepUndoInField(page: Document): () => void {
  const guard = (event: InputEvent): void => {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return
    const field = event.target
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (!isField || field !== page.activeElement) event.preventDefault()
  }
  page.addEventListener('beforeinput', guard, { capture: true })
  return () => page.removeEventListener('beforeinput', guard, { capture: true })
}
