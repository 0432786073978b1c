import { expect, test } from 'vitest'
import { promptLength } from '../../../renderer/features/compose/promptLength'

test.each([
  ['', 0, 0],
  ['  \n', 0, 3],
  ['a fern', 2, 6],
  ['well-kept  garden,\nat dawn', 4, 26],
  ['a 🦊', 2, 3],
  ['灯台と夜明け', 3, 6],
  ['夜 lighthouse', 2, 12],
])('%j has %d words and %d characters', (text, words, characters) => {
  expect(promptLength(text)).toEqual({ words, characters })
})

test('words are counted at any length if spaces separate them, otherwise only in a short text', () => {
  expect(promptLength('fern '.repeat(200_000))).toEqual({ words: 200_000, characters: 1_000_000 })
  expect(promptLength('灯'.repeat(1_000_000))).toEqual({ words: null, characters: 1_000_000 })
})
