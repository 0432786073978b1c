import { escapeTemplate, parseTemplate } from '@shared/model/template'
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
    '{a|b',
    'a|b}',
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
        expect(expand(escapeTemplate(text))).toEqual([text])
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
