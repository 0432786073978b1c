import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SegmentedRadio } from '../../../renderer/ui/SegmentedRadio'

function Sizes() {
  const [size, setSize] = useState('small')
  const options = ['small', 'middle', 'large'].map((value) => ({ value, label: value }))
  return <SegmentedRadio label="Size" value={size} options={options} onChange={setSize} />
}

test('an arrow that is let go at once selects what it leads to', async () => {
  render(<Sizes />)
  const radio = (name: string) => screen.getByRole('radio', { name })
  radio('small').focus()
  fireEvent.keyDown(radio('small'), { key: 'ArrowRight' })
  fireEvent.keyUp(radio('small'), { key: 'ArrowRight' })
  await waitFor(() => expect(radio('middle')).toHaveFocus())
  expect(radio('middle')).toBeChecked()
})

test('what is only focused is not selected', () => {
  render(<Sizes />)
  fireEvent.keyDown(screen.getByRole('radio', { name: 'small' }), { key: 'ArrowRight' })
  screen.getByRole('radio', { name: 'large' }).focus()
  expect(screen.getByRole('radio', { name: 'small' })).toBeChecked()
})
