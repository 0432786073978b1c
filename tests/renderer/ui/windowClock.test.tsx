import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const draw = (words: string) => render(<p>{words}</p>)

test('a wait in vain draws what the test after it shows', async () => {
  const { unmount } = draw('heron')
  await expect(screen.findByText('kingfisher')).rejects.toThrow('Unable to find')
  unmount()
  draw('kingfisher')
  expect(screen.getByText('kingfisher')).toBeVisible()
})
