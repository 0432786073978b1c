import { draftSchema, templateDraftSchema } from '@shared/model/draft'
import { expect, test } from 'vitest'

const kept = { prompt: 'a fern', model: 'm', size: '', n: 1, mode: 'background', image: [] }

test('a draft from before variables existed has none', () => {
  expect(draftSchema.parse(kept)).toEqual({ ...kept, variables: {} })
  expect(templateDraftSchema.parse(kept)).toEqual({ ...kept, variables: {} })
})

test('half a character in a value is reported with its place', () => {
  const { error } = templateDraftSchema.safeParse({ ...kept, variables: { color: 'red\n\ud83c' } })
  expect(error?.issues).toMatchObject([
    { message: 'characterBroken', path: ['variables', 'color'], params: { at: 5 } },
  ])
})
