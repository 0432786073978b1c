import { addedParts, differingPart, sharedPhrase, sharedWords } from '@shared/model/promptDifference'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const parts = (prompts: readonly string[]) => {
  const shared = sharedWords(prompts)
  return prompts.map((prompt) => differingPart(prompt, shared))
}

describe('what differs between the prompts of a batch', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'stands at their end',
      ['Isometric greenhouse, wool, noon, cold', 'Isometric greenhouse, tin, night, warm'],
      ['wool, noon, cold', 'tin, night, warm'],
    ],
    [
      'stands at several places, with the same words between them',
      ['A red fox in heavy snow at dawn', 'A grey owl in light rain at dawn'],
      ['red fox, heavy snow', 'grey owl, light rain'],
    ],
    [
      'is one word more',
      ['a quiet harbour, boats', 'a quiet harbour, at dusk, boats', 'a quiet harbour, boats'],
      ['', 'at dusk', ''],
    ],
    [
      'is written as it is in the prompt, though case is no difference',
      ['Blue Tile, glazed “Delft”', 'blue tile, glazed Sèvres'],
      ['Delft', 'Sèvres'],
    ],
    ['stands in a script without spaces', ['青い海の写真、朝', '赤い海の写真、夜'], ['青, 朝', '赤, 夜']],
    ['stands in Thai', ['ภาพถ่ายทะเลเช้า', 'ภาพถ่ายทะเลเย็น'], ['ช้า', 'ย็น']],
    ['is read from right to left', ['صورة بحر في الصباح', 'صورة بحر في المساء'], ['الصباح', 'المساء']],
    ['is nothing', ['a fern', 'a fern'], ['', '']],
    ['is nearly all', ['a red fox on a hill', 'two blue owls in a tree'], ['', '']],
    ['is all', ['oak', 'linen'], ['', '']],
    ['is all there is without words', ['…', '!'], ['', '']],
  ])('%s', (_name, prompts, expected) => {
    expect(parts(prompts)).toEqual(expected)
  })

  test('is told of a prompt that wasn’t looked at, with the shared words it lacks left out', () => {
    const shared = sharedWords(['Isometric greenhouse, wool, noon', 'Isometric greenhouse, tin, night'])
    expect(differingPart('Isometric shed, glass, dusk', shared)).toBe('shed, glass, dusk')
  })

  test('takes only words of the prompt, in their order', () => {
    const word = fc.constantFrom('fox', 'owl', 'in', 'snow', 'at', 'dawn', '海', '朝', 'בית', ',')
    const prompt = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 5 }), prompt, (prompts, other) => {
        const shared = sharedWords(prompts)
        for (const one of [...prompts, other]) {
          let from = 0
          for (const run of differingPart(one, shared).split(', ')) {
            const at = one.indexOf(run, from)
            expect(at).toBeGreaterThanOrEqual(from)
            from = at + run.length
          }
        }
        // A prompt that has nothing else has exactly the words that all share.
        for (const one of prompts)
          if (shared.length > 0 && differingPart(one, shared) === '')
            expect(sharedWords([one])).toEqual(shared)
      }),
    )
  })

  test('isn’t looked for in long stretches: comparing each word with each would take too long', () => {
    const long = (word: string) =>
      Array.from({ length: 450 }, (_, at) => `${word}${at} shared${at}`).join(' ')
    expect(parts(['a', 'b', 'c', 'd'].map(long))).toEqual(['', '', '', ''])
  })
})

describe('what the prompts of a batch are about', () => {
  test.each<[string, readonly string[], string]>([
    [
      'the longest stretch',
      ['A fox, Isometric greenhouse, wool', 'An owl, isometric greenhouse, tin'],
      'Isometric greenhouse',
    ],
    ['a prompt that all share', ['a fern', 'a fern'], 'a fern'],
    ['nothing', ['oak', 'linen'], ''],
    ['not how they end', ['A fox in a boot, no text', 'An owl on a hat, no text'], ''],
    [
      'how they begin, if they end with more words',
      ['Isometric greenhouse, wool, no text, high detail', 'Isometric greenhouse, tin, no text, high detail'],
      'Isometric greenhouse',
    ],
    ['not an article that begins them', ['A fox in a boot, no text', 'A hare on a hat, no text'], ''],
  ])('is %s', (_name, prompts, expected) => {
    expect(sharedPhrase(prompts[0] ?? '', sharedWords(prompts))).toBe(expected)
  })
})

describe('what the service added to a prompt', () => {
  const marked = (asked: string, got: string) =>
    addedParts(asked, got)
      .map(({ text, isAdded }) => (isAdded ? `[${text}]` : text))
      .join('')

  test.each([
    [
      'at first light, gull above the rail',
      'At first light, long exposure, muted sea, gull above the rail.',
      'At first light, [long exposure, muted sea], gull above the rail.',
    ],
    ['a fern', 'a fern', 'a fern'],
    ['a fern', 'Photograph of a fern', '[Photograph of] a fern'],
    ['a fern', 'a fern at dawn', 'a fern [at dawn]'],
    ['oak', 'linen', '[linen]'],
    ['海の写真', '青い海の写真、夜', '[青い]海の写真、[夜]'],
    ['a fern', '', ''],
  ])('%s, %s', (asked, got, expected) => expect(marked(asked, got)).toBe(expected))

  const prompt = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('a', 'Fern', 'at', 'dawn', 'long exposure', '海の', '—'), { maxLength: 12 })
      .map((words) => words.join(' ')),
  )

  test('the parts together are what came, and those that aren’t marked were asked for in this order', () => {
    fc.assert(
      fc.property(prompt, prompt, (asked, got) => {
        const parts = addedParts(asked, got)
        expect(parts.map(({ text }) => text).join('')).toBe(got)
        expect(parts.every(({ text }) => text !== '')).toBe(true)
        // Marking what was kept, asked of what was asked, leaves nothing to mark.
        const kept = parts.flatMap(({ text, isAdded }) => (isAdded ? [] : [text])).join(' ')
        expect(addedParts(asked, kept).some(({ isAdded }) => isAdded)).toBe(false)
      }),
    )
  })

  test('a prompt that wasn’t changed has no marks', () => {
    fc.assert(fc.property(prompt, (same) => !addedParts(same, same).some(({ isAdded }) => isAdded)))
  })
})
