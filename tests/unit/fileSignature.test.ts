import { fileFormatOf, rootElement } from '@shared/model/fileSignature'
import { describe, expect, test } from 'vitest'
import { oddFiles, unknownBytes } from '../support/oddFiles'

describe('the format of a file', () => {
  test.each(oddFiles().map(({ format, bytes }) => [format, bytes] as const))(
    '%s is told by its first bytes',
    (format, bytes) => expect(fileFormatOf(bytes)).toBe(format),
  )

  test.each([
    ['nothing', ''],
    ['words', 'BMW makes cars, and so on'],
    ['JSON', '{"svg": "<svg/>"}'],
    ['XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['a page', '<!doctype html><title>Sign in</title><svg></svg>'],
    ['an element that only begins so', '<svgfoo></svgfoo>'],
    ['a comment that never ends', `<!-- ${'<!-- '.repeat(10_000)}`],
  ])('%s has none', (_, text) => expect(fileFormatOf(Buffer.from(text))).toBeNull())

  test('bytes that nobody knows have none', () => expect(fileFormatOf(unknownBytes)).toBeNull())

  test.each([
    ['a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['a mark', '\ufeff<svg/>'],
    ['a licence before it', `<!--${' all rights reserved'.repeat(1000)}-->\n<svg>`],
  ])('an SVG with %s is one', (_, text) => expect(fileFormatOf(Buffer.from(text))).toBe('svg'))

  test('an SVG in UTF-16 is one', () =>
    expect(fileFormatOf(Buffer.from('\ufeff<?xml version="1.0"?><svg/>', 'utf16le'))).toBe('svg'))

  test('a root element is found behind many comments as fast as behind one', () =>
    expect(rootElement(`${'<!-- a -->\n'.repeat(5000)}<svg>`)).toBe('svg'))
})
