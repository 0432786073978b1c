import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

/** What the user pressed, of what Electron says about it. */
type Pressed = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** Electron has no such menu of its own: without it, nothing can be pasted into a field by the mouse alone. */
export function fieldMenuTemplate(pressed: Pressed): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = pressed
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}
