import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { NumberField } from '../../../renderer/ui/NumberField'
import { createUser } from '../../support/windowClock'

let value: number | null = null

function Held({ whole }: { readonly whole: boolean }) {
  const [held, setHeld] = useState<number | null>(2)
  value = held
  return (
    <NumberField
      id="field"
      aria-describedby="none"
      value={held}
      min={1}
      max={12}
      whole={whole}
      moreLabel="More"
      fewerLabel="Fewer"
      onChange={setHeld}
    />
  )
}

const field = () => screen.getByRole('spinbutton')

describe('a number field', () => {
  beforeEach(() => {
    render(<Held whole />)
  })

  test('steps by keys and buttons, within its bounds', async () => {
    const user = createUser()
    await user.click(field())
    await user.keyboard('{ArrowUp}')
    expect(value).toBe(3)
    await user.keyboard('{PageUp}')
    expect(value).toBe(12)
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(value).toBe(12)
    await user.click(screen.getByRole('button', { name: 'Fewer' }))
    expect(value).toBe(11)
    expect(field().getAttribute('aria-valuenow')).toBe('11')
  })

  test('gives null for anything but a whole number and leaves it as typed', async () => {
    const user = createUser()
    await user.clear(field())
    expect(value).toBeNull()
    await user.type(field(), '1.5')
    expect(value).toBeNull()
    expect(field()).toHaveProperty('value', '1.5')
    await user.keyboard('{ArrowUp}')
    expect(field()).toHaveProperty('value', '2')
  })

  test('lets a number outside its bounds be typed, for others to judge', async () => {
    const user = createUser()
    await user.clear(field())
    await user.type(field(), '400')
    expect(value).toBe(400)
  })
})

test('accepts fractions where they make sense', async () => {
  const user = createUser()
  render(<Held whole={false} />)
  await user.clear(field())
  await user.type(field(), '0.5')
  expect(value).toBe(0.5)
})
