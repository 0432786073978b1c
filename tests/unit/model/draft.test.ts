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

test.each(['1024x1536', '1024 x 1536', ' 1024×1536 ', '1024 X 1536', '1024*1536'])(
  'a size is sent in one form: %s',
  (size) => {
    expect(templateDraftSchema.parse({ ...kept, size }).size).toBe('1024x1536')
    expect(templateDraftSchema.safeParse({ ...kept, size: `${size}x2` }).success).toBe(false)
  },
)
