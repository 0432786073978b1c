import { expect, test } from 'vitest'
import { textDirection } from '../../../renderer/ui/textDirection'

test('a short text finds its own direction, a long one uses its first letter', () => {
  expect(textDirection('منارة')).toBe('auto')
  expect(textDirection(`1. ${'منارة '.repeat(10_000)}`)).toBe('rtl')
  expect(textDirection(`"שלום" ${'fern '.repeat(10_000)}`)).toBe('rtl')
  expect(textDirection('a fern '.repeat(10_000))).toBe('ltr')
  expect(textDirection(' '.repeat(30_000))).toBe('ltr')
})
