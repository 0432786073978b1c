import { escapeTemplate, isJsonPrompt, parseTemplate, withTextAt } from '@shared/model/template'
import { expandTemplate } from '@shared/model/templateExpansion'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const none = new Map<string, readonly string[]>()
const names = (text: string) => parseTemplate(text).variables.map(({ name }) => name)
const expand = (text: string, options = {}) => [...expandTemplate(parseTemplate(text, options), none)]

/** Texts with frequent examples of everything in the grammar. */
const hostileText = fc
  .array(
    fc.constantFrom('{', '}', '|', '\\', 'a', ' ', '{{', '}}', '{{x}}', '{a|b}', '"', '\n', '🦊', '\ud800'),
  )
  .map((parts) => parts.join(''))

describe('special characters', () => {
  test.each([
    'a fern',
    '',
    'a | b',
    '{a}',
    'a { b',
    'a } b',
    '{{}}',
    '{{ }}',
    '{{a:b}}',
    '{"a": {"b": [1, 2]}, "c": "d"}',
    'C:\\temp\\new',
    'a \\ {b',
    '\\\\',
    'function () { return {} }',
  ])('%j is sent as it is', (text) => {
    expect(parseTemplate(text)).toMatchObject({ special: false, variables: [] })
    expect(expand(text)).toEqual([text])
    expect(escapeTemplate(text)).toBe(text)
  })

  test.each([
    ['a {{ Colour }} fern', ['Colour']],
    ['{{color}}, {{COLOR}}, {{shape}}', ['color', 'shape']],
    ['{{my-first_colour 2}}', ['my-first_colour 2']],
    ['{{色}} {{couleur préférée}}', ['色', 'couleur préférée']],
    ['{a|{b|{{deep}}}} {{shallow}}', ['deep', 'shallow']],
    ['{{{x}}|y}', ['x']],
    ['{{{x}}}', ['x']],
    ['\\{{x}} \\\\{{y}}', ['y']],
    [`{{${'x'.repeat(100)}}} {{${'y'.repeat(101)}}}`, ['x'.repeat(100)]],
  ])('the variables of %j are %j', (text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test('an accent may be encoded in either way', () => {
    expect(names('{{caf\u00e9}} {{cafe\u0301}}')).toEqual(['caf\u00e9'])
  })
})

describe('a brace without a partner', () => {
  test.each([
    ['{red|blue fox', 0],
    ['a {red|{dark|light} blue fox', 2],
    ['a red|blue} fox', 10],
    ['a {{animal} fox', 2],
    ['a {animal}} fox', 10],
    ['{a|b} and {c|d', 10],
    ['{a|b} and {{c}', 10],
  ])('is found in %j at %i, and can be sent as text', (text, place) => {
    const { special, unpaired } = parseTemplate(text)
    expect(unpaired).toBe(place)
    if (!special) expect(expand(text)).toEqual([text])
    const asText = withTextAt(text, place)
    expect(parseTemplate(asText).unpaired).toBeNull()
    if (!special) expect(expand(asText)).toEqual([text])
  })

  test.each([
    'a { b',
    'a } b',
    'a | b',
    ':-{ and :-}',
    '\\frac{a}{\\sqrt{b}}',
    'function () { if (a || b) { return {} } }',
    '\\{a|b}',
    '\\{a|b',
    '\\{{x}}',
    '\\{\\{x}}',
    '{{a:b}}',
  ])('isn’t looked for in %j', (text) => {
    expect(parseTemplate(text).unpaired).toBeNull()
  })
})

describe('a prompt that is JSON', () => {
  const json = '{"scene": "{red|blue} {{animal}}", "n": [1, 2]}'

  test('is text but for its variables', () => {
    const values = new Map([['animal', ['fox', 'owl']]])
    expect([...expandTemplate(parseTemplate(json), values)]).toEqual([
      '{"scene": "{red|blue} fox", "n": [1, 2]}',
      '{"scene": "{red|blue} owl", "n": [1, 2]}',
    ])
    expect(expand('{"a": "x|y", "b": {"c": 1}}')).toEqual(['{"a": "x|y", "b": {"c": 1}}'])
    expect(expand('["a|b", {"c|d": "{e|f}"}]')).toEqual(['["a|b", {"c|d": "{e|f}"}]'])
  })

  test('is a template if it is to be read as one', () => {
    expect(expand('["{red|blue}"]', { readsJson: true })).toEqual(['["red"]', '["blue"]'])
  })

  test.each(['{red|blue}', '[red|blue] {a|b}', '{"a": 1', 'true', '"{a|b}"', '12'])('%j is none', (text) => {
    expect(isJsonPrompt(text)).toBe(false)
  })
})

describe('backslashes', () => {
  test.each([
    ['\\{a|b\\}', '{a|b}'],
    ['\\{a|b}', '{a|b}'],
    ['\\{\\{x}}', '{{x}}'],
    ['\\{{x}}', '{{x}}'],
    ['a \\| b', 'a | b'],
    ['\\\\{', '\\{'],
    ['\\\\\\{', '\\{'],
    ['\\a \\\\b', '\\a \\\\b'],
  ])('%j is sent as %j', (text, sent) => {
    expect(expand(text)).toEqual([sent])
  })

  test('in alternatives they escape the separators', () => {
    expect(expand('{a\\|b|c\\}|\\\\|d}')).toEqual(['a|b', 'c}', '\\', 'd'])
  })
})

describe('without alternatives', () => {
  test.each(['{a|b}', '{"a": "b|c", "d": "\\"\\\\{"}', '\\{a|b\\}', '\\|', '\\\\{x'])(
    '%j is text',
    (text) => {
      expect(parseTemplate(text, { alternatives: false }).special).toBe(false)
      expect(expand(text, { alternatives: false })).toEqual([text])
    },
  )

  test('a variable is still one, and can be escaped', () => {
    const template = parseTemplate('{a|{{x}}} \\{{y}} \\\\{{z}} \\{b', { alternatives: false })
    expect(template.variables.map(({ name }) => name)).toEqual(['x', 'z'])
    const values = new Map([
      ['x', ['1']],
      ['z', ['3']],
    ])
    expect([...expandTemplate(template, values)]).toEqual(['{a|1} {{y}} \\3 \\{b'])
  })
})

describe('any text', () => {
  test('is sent as it is once it is escaped', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        const escaped = escapeTemplate(text)
        expect(parseTemplate(escaped).unpaired).toBeNull()
        expect(expand(escaped)).toEqual([text])
      }),
    )
  })

  test('is sent as it is when nothing in it is special', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(!parseTemplate(text).special)
        expect(expand(text)).toEqual([text])
      }),
    )
  })

  test.each([
    ['braces', '{'.repeat(200_000)],
    ['braces with an end', '{'.repeat(10_000) + '}'.repeat(10_000)],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['names that do not end', '{{a'.repeat(200_000)],
  ])('with a great many %s is read without overflow', (_, text) => {
    expect(expand(text)).toEqual([text])
    expect(expand(escapeTemplate(`${text}{a|b}`))).toEqual([`${text}{a|b}`])
  })
})
