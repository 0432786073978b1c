import { escapeTemplate, parseTemplate } from '@shared/model/template'
import {
  countCeiling,
  countExpansions,
  expandTemplate,
  type TemplateValues,
  unknownVariables,
} from '@shared/model/templateExpansion'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const values: TemplateValues = new Map([
  ['color', ['red', 'blue']],
  ['animal', ['fox', 'owl', 'eel']],
  ['one', ['{a|b} {{color}} \\{']],
  ['empty', []],
])
const expand = (text: string) => [...expandTemplate(parseTemplate(text), values)]
const count = (text: string) => countExpansions(parseTemplate(text), values)

describe('alternatives', () => {
  test.each([
    ['a {red|blue} fern', ['a red fern', 'a blue fern']],
    ['{a|b}{c|d}', ['ac', 'ad', 'bc', 'bd']],
    ['{a|{b|c} d}', ['a', 'b d', 'c d']],
    ['a{| very| very, very} old oak', ['a old oak', 'a very old oak', 'a very, very old oak']],
    ['a {red|blue|} fern', ['a red fern', 'a blue fern', 'a fern']],
    ['{|}', ['', '']],
    ['{a|a}', ['a', 'a']],
    ['{x {a|b}}', ['{x a}', '{x b}']],
    ['{a|{b}', ['{a|{b}']],
    ['{a|{b|c}', ['{a|b', '{a|c']],
    ['{a|b}}', ['a}', 'b}']],
    ['{{a}|b}', ['{a}', 'b']],
  ])('%j stands for %j', (text, expected) => {
    expect(expand(text)).toEqual(expected)
    expect(count(text)).toBe(BigInt(expected.length))
  })
})

describe('an empty alternative', () => {
  test.each([
    ['at the start', '{red|} fern', 'fern'],
    ['at the end', 'fern {red|}', 'fern'],
    ['beside another', 'a {red|} {tall|} fern', 'a fern'],
    ['right after another', 'a {red|}{tall|} fern', 'a fern'],
    ['alone but for others', '{red|} {tall|} {old|}', ''],
    ['in another', 'a {big {red|} old|small} fern', 'a big old fern'],
    ['that ends another', 'a {big {red|}|small} fern', 'a big fern'],
    ['around another', 'a {{red|}|small} fern', 'a fern'],
    ['at the start of a line', 'a fern\n{red|} moss', 'a fern\nmoss'],
    ['at the end of a line', 'a fern {red|}\nmoss', 'a fern\nmoss'],
  ])('%s leaves no space behind', (_, text, expected) => {
    expect(expand(text)).toContain(expected)
  })

  test.each([
    ['between words', 'a  big {red|} fern', 'a  big fern'],
    ['around it', 'a  {red|}  fern', 'a   fern'],
    ['at the start', '  {red|} fern', '  fern'],
    ['at the end', 'fern {red|}  ', 'fern  '],
    ['beside no other', 'a{red|} fern', 'a fern'],
    ['in an alternative', 'a { |red} fern', 'a   fern'],
    ['on lines of their own', 'a\n\n{red|}\n\nfern', 'a\n\n\n\nfern'],
  ])('leaves spaces that were written %s', (_, text, expected) => {
    expect(expand(text)).toContain(expected)
  })
})

describe('variables', () => {
  test.each([
    ['a {{color}} fern', ['a red fern', 'a blue fern']],
    ['{{ COLOR }} on {{color}}', ['red on red', 'blue on blue']],
    ['{{color}} {{animal}}', ['red fox', 'red owl', 'red eel', 'blue fox', 'blue owl', 'blue eel']],
    ['{{one}}', ['{a|b} {{color}} \\{']],
    ['{a {{color}} cat|a dog}', ['a red cat', 'a blue cat', 'a dog']],
    ['{{{color}} cat|{{color}} dog|no horse}', ['red cat', 'blue cat', 'red dog', 'blue dog', 'no horse']],
    ['{{color}} {x|y {{color}}}', ['red x', 'red y red', 'blue x', 'blue y blue']],
    ['{x|{{color}}} {{color}}', ['x red', 'red red', 'x blue', 'blue blue']],
    ['{x {{color}}|y {z|{{color}} {{color}}}}', ['x red', 'x blue', 'y z', 'y red red', 'y blue blue']],
  ])('%j stands for %j', (text, expected) => {
    expect(expand(text)).toEqual(expected)
    expect(count(text)).toBe(BigInt(expected.length))
  })

  test('without a value are named', () => {
    const template = parseTemplate('{{Colour}} {{animal}} {a|{{empty}}}')
    expect(unknownVariables(template, values).map(({ name }) => name)).toEqual(['Colour', 'empty'])
    expect(() => countExpansions(template, values)).toThrow('Colour')
  })
})

describe('the count', () => {
  test('of a million, of 10^30 and of more is known without creating any of them', () => {
    let read = 0
    const list = new Proxy(
      Array.from({ length: 1000 }, (_, at) => String(at)),
      {
        get(target, name, receiver) {
          if (typeof name === 'string' && /^\d+$/.test(name)) read++
          return Reflect.get(target, name, receiver)
        },
      },
    )
    const counted = new Map(Array.from('abcdefghij', (name) => [name, list]))
    const of = (text: string) => countExpansions(parseTemplate(text), counted)

    expect(of('{{a}} {{b}}')).toBe(1_000_000n)
    expect(of('{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}{{g}}{{h}}{{i}}{{j}}')).toBe(10n ** 30n)
    expect(of('{0|1|2|3|4|5|6|7|8|9}'.repeat(30))).toBe(10n ** 30n)
    expect(of(`${'{0|1|2|3|4|5|6|7|8|9}'.repeat(29)}{0|1|2}`)).toBe(3n * 10n ** 29n)
    expect(of('{a|b}'.repeat(100_000))).toBe(countCeiling)
    expect(read).toBe(0)
  })

  test('of groups nested a hundred thousand deep overflows nothing', () => {
    const deep = `${'{a|'.repeat(100_000)}{{color}}${'}'.repeat(100_000)}`
    expect(count(deep)).toBe(100_002n)
    expect([...expandTemplate(parseTemplate(deep), values, { limit: 2 })]).toEqual(['a', 'a'])
  })

  test('the first of very many are ready immediately', () => {
    const template = parseTemplate(`${'{a|b}'.repeat(98)}{{color}}{{animal}}`)
    const first = [...expandTemplate(template, values, { limit: 7 })]
    expect(first.map((text) => text.slice(97))).toEqual([
      'aredfox',
      'aredowl',
      'aredeel',
      'abluefox',
      'ablueowl',
      'ablueeel',
      'bredfox',
    ])
  })
})

/** A placeholder for an empty alternative, until the parts are joined. */
const gap = '\0'

/** A template and its expansions, computed the slow way. */
interface Sample {
  readonly text: string
  readonly prompts: readonly string[]
}

/** Removes the gaps, from the left, each with one of the spaces that would be doubled or at a line's end. */
function withoutGaps(prompt: string): string {
  const [start = '', ...rest] = prompt.split(/\0+/)
  return rest.reduce((before, after, at) => {
    if (after.startsWith(' ') && /(^|\s)$/.test(before)) return before + after.slice(1)
    const endsLine = after.startsWith('\n') || (after === '' && at === rest.length - 1)
    return (endsLine ? before.replace(/ $/, '') : before) + after
  }, start)
}

const literal = fc.constantFrom<Sample>(
  { text: ' ', prompts: [' '] },
  { text: '\n', prompts: ['\n'] },
  { text: 'a', prompts: ['a'] },
  { text: '\\{', prompts: ['{'] },
  { text: '\\|', prompts: ['|'] },
  { text: '\\}', prompts: ['}'] },
  { text: '\\\\\\{', prompts: ['\\{'] },
  { text: '\\ ', prompts: ['\\ '] },
)

const { sample } = fc.letrec<{ sample: Sample; part: Sample; group: Sample }>((tie) => ({
  sample: fc.array(tie('part'), { maxLength: 3 }).map((parts) => ({
    text: parts.map(({ text }) => text).join(''),
    prompts: parts.reduce<readonly string[]>(
      (before, { prompts }) => before.flatMap((start) => prompts.map((end) => start + end)),
      [''],
    ),
  })),
  part: fc.oneof({ depthSize: 'small' }, literal, tie('group')),
  group: fc.array(tie('sample'), { minLength: 2, maxLength: 3 }).map((ways) => ({
    text: `{${ways.map(({ text }) => text).join('|')}}`,
    prompts: ways.flatMap(({ text, prompts }) => (text === '' ? [gap] : prompts)),
  })),
}))

describe('any template', () => {
  test('expands to what the slow way makes of it, in this order', () => {
    fc.assert(
      fc.property(sample, ({ text, prompts }) => {
        fc.pre(prompts.length < 500)
        expect(expand(text)).toEqual(prompts.map(withoutGaps))
      }),
    )
  })

  test('expands as often as its count says, with each variable the same throughout a prompt', () => {
    const text = fc
      .array(fc.constantFrom('{', '|', '}', '{{color}}', '{{animal}}', '.', '{.|', '\\'), { maxLength: 14 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (template) => {
        const prompts = expand(template)
        expect(BigInt(prompts.length)).toBe(count(template))
        for (const prompt of prompts) {
          expect(prompt).not.toMatch(/red.*blue|blue.*red|fox.*(owl|eel)|owl.*(fox|eel)|eel.*(fox|owl)/)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('is one prompt when escaped', () => {
    fc.assert(
      fc.property(sample, ({ text }) => {
        expect(expand(escapeTemplate(text))).toEqual([text])
      }),
    )
  })
})
