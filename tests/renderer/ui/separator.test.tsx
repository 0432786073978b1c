import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { Separator } from '../../../renderer/ui/Separator'

function show(pane: 'left' | 'right') {
  const onChange = vi.fn()
  const onCommit = vi.fn()
  render(
    <Separator
      label="Width"
      width={300}
      min={280}
      max={320}
      pane={pane}
      onChange={onChange}
      onCommit={onCommit}
    />,
  )
  return { separator: screen.getByRole('separator', { name: 'Width' }), onChange, onCommit }
}

describe('a separator', () => {
  test('widens the pane on its left by the right arrow, and keeps the resulting width', () => {
    const { separator, onCommit } = show('left')
    fireEvent.keyDown(separator, { key: 'ArrowRight' })
    expect(onCommit).toHaveBeenLastCalledWith(316)
  })

  test('widens the pane on its right by the left arrow, within the bounds', () => {
    const { separator, onCommit } = show('right')
    fireEvent.keyDown(separator, { key: 'ArrowLeft' })
    expect(onCommit).toHaveBeenLastCalledWith(316)
    fireEvent.keyDown(separator, { key: 'ArrowRight' })
    expect(onCommit).toHaveBeenLastCalledWith(284)
  })

  test('follows the pointer and keeps the width only when it is let go', () => {
    const { separator, onChange, onCommit } = show('left')
    separator.setPointerCapture = () => undefined
    fireEvent.pointerMove(separator, { clientX: 110 })
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.pointerDown(separator, { clientX: 100, pointerId: 1, button: 0 })
    fireEvent.pointerMove(separator, { clientX: 110 })
    expect(onChange).toHaveBeenLastCalledWith(310)
    fireEvent.pointerMove(separator, { clientX: 900 })
    expect(onChange).toHaveBeenLastCalledWith(320)
    expect(onCommit).not.toHaveBeenCalled()
    fireEvent.pointerUp(separator)
    expect(onCommit).toHaveBeenCalledOnce()
  })
})
