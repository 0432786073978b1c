import { describe, expect, test } from 'vitest'
import { fieldMenuTemplate } from '../../electron/shell/fieldMenu'

const none = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
}
const itemsOf = (pressed: Parameters<typeof fieldMenuTemplate>[0]) =>
  fieldMenuTemplate(pressed).flatMap(({ role, enabled }) => (role === undefined ? [] : [[role, enabled]]))

describe('the menu of a text', () => {
  test('edits a field, as far as that is possible', () => {
    const editFlags = { ...none, canPaste: true, canSelectAll: true }
    expect(itemsOf({ isEditable: true, selectionText: '', editFlags })).toEqual([
      ['cut', false],
      ['copy', false],
      ['paste', true],
      ['selectAll', true],
    ])
  })

  test('copies what is selected elsewhere, and is none where nothing is', () => {
    const editFlags = { ...none, canCopy: true }
    expect(itemsOf({ isEditable: false, selectionText: 'task-2', editFlags })).toEqual([['copy', true]])
    expect(itemsOf({ isEditable: false, selectionText: ' ', editFlags })).toEqual([])
  })
})
