import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { windowOutline } from '../../support/windowOutline'

test('a failed test says what the window shows, without its markup', () => {
  const { container } = render(
    <section aria-label="Compose" className="flex min-w-0">
      <div>
        <textarea aria-label="Prompt" defaultValue="a fern" />
      </div>
      <button type="button" disabled>
        <svg aria-hidden="true">
          <path d="M0 0" />
        </svg>
        Generate
      </button>
    </section>,
  )
  screen.getByRole('textbox').focus()
  expect(windowOutline(container)).toBe(
    ['region “Compose”', '  textbox “Prompt” = a fern (focus)', '  button Generate disabled'].join('\n'),
  )
  expect(() => screen.getByText('a chair')).toThrow(/The window shows:\nregion “Compose”\n {2}textbox/)
})

test('of a long list it says only the beginning', () => {
  const { container } = render(Array.from({ length: 1000 }, (_, row) => <p key={String(row)}>row {row}</p>))
  const lines = windowOutline(container).split('\n')
  expect(lines).toHaveLength(151)
  expect(lines.at(-1)).toBe('… and 850 more lines')
})
