import type { ImageDetails } from '@shared/model/image'
import { expect, test } from 'vitest'
import {
  type ComparedImage,
  comparedFacts,
  compareTitle,
} from '../../../../renderer/features/gallery/compare/comparedFacts'
import { createText } from '../../../../renderer/text/i18n'
import { imageSample } from '../../../support/galleryStandIn'

const { t } = createText()

function compared(
  asked: Partial<ImageDetails['asked']> & { readonly prompt: string },
  over = {},
): ComparedImage {
  const details: ImageDetails = {
    ...imageSample(1),
    of: 1,
    index: 0,
    asked: { model: 'demo-1', mode: 'direct', ...asked },
    revisedPrompt: null,
    format: 'png',
    bytes: 1,
    file: 'a.png',
    connectionId: 'demo',
    connectionName: 'Demo',
    batch: null,
    taskId: null,
    brought: null,
    sha256: 'ab',
    tookMs: null,
    note: '',
    deletedAt: null,
    collections: [],
    ...over,
  }
  return { details, cost: { surely: 2, maybe: 0, isKnown: true, demo: true }, place: null }
}

const fields = (seed: string) => [
  { name: 'seed', value: seed },
  { name: 'quality', value: 'high' },
]

const facts = (...images: readonly ComparedImage[]) => comparedFacts(images, { t, locale: 'en-GB' })

test('of prompts only the words that differ are told', () => {
  const prompts = ['an isometric greenhouse, wool, noon', 'an isometric greenhouse, glass, dusk']
  expect(facts(...prompts.map((prompt) => compared({ prompt })))).toEqual([['wool, noon'], ['glass, dusk']])
  expect(compareTitle(prompts, t)).toEqual({ name: 'an isometric greenhouse' })
})

test('the title of prompts that share only how they end is the first of them', () => {
  const prompts = ['a fox in a boot, no text', 'an owl on a hat, no text', 'one lamp, no text']
  expect(compareTitle(prompts, t)).toEqual({ name: 'a fox in a boot, no text', more: 'and 2 more' })
  expect(compareTitle(['', ''], t)).toEqual({ name: 'Compare' })
})

test('prompts that have little in common are told whole', () => {
  expect(facts(compared({ prompt: 'a heron' }), compared({ prompt: 'two lamps at dusk' }))).toEqual([
    ['a heron'],
    ['two lamps at dusk'],
  ])
})

test('other models, fields and sizes are told, and nothing that all share', () => {
  const prompt = 'a heron'
  expect(
    facts(
      compared({ prompt, extra: fields('1') }),
      compared({ prompt, model: 'demo-2', extra: fields('2') }, { width: 600 }),
    ),
  ).toEqual([
    ['demo-1', 'seed 1', '300 × 200'],
    ['demo-2', 'seed 2', '600 × 200'],
  ])
})

test('the images of a request are told by their place in it', () => {
  const prompt = 'a heron'
  expect(facts(compared({ prompt }, { of: 4 }), compared({ prompt }, { of: 4, index: 2 }))).toEqual([
    ['Image 1 of 4'],
    ['Image 3 of 4'],
  ])
})

test('what nothing else tells apart is told by the time when it was saved', () => {
  const prompt = 'a heron'
  const [one, other] = facts(compared({ prompt }), compared({ prompt }, { createdAt: 60_000 }))
  expect(one?.[0]).toMatch(/1970.*00:01$/)
  expect(other?.[0]).toMatch(/1970.*01:00$/)
})
