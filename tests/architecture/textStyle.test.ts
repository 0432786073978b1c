import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en } from '../../shared/text/en'
import { unknownParams } from '../../shared/text/errors'
import { native } from '../../shared/text/native'
import { avoidedPhrases, styleFaults, textsOf } from './textStyle'

const document = readFileSync(resolve(import.meta.dirname, '../../shared/text/README.md'), 'utf8')
const avoided = avoidedPhrases(document)
const texts = [...textsOf(en, 'en'), ...textsOf(native, 'native'), ...textsOf(unknownParams, 'unknownParams')]

describe('the texts of the catalogue', () => {
  test('are written as shared/text/README.md says', () => {
    expect(texts.length).toBeGreaterThan(1000)
    const faults = texts.flatMap(([path, text]) =>
      styleFaults(text, avoided).map((fault) => `${path}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
})

describe('shared/text/README.md', () => {
  test('names the phrases we avoid', () => {
    expect(avoided).toEqual(expect.arrayContaining(['by itself', 'mend', 'say,', 'the app', 'alike']))
  })

  test('has ten sentences before and after, and the latter follow its rules', () => {
    const [, table = ''] = document.split(/^\| before \| after \|\n.*\n/m)
    const after = table
      .trim()
      .split('\n')
      .map((row) => row.split('|')[2]?.trim() ?? '')
    expect(after).toHaveLength(10)
    expect(after.flatMap((text) => styleFaults(text, avoided))).toEqual([])
  })
})

describe('a style fault', () => {
  test.each([
    ['It is tried by itself.', '“by itself”'],
    ['Write 1024x1024 say, or leave it.', '“say,”'],
    ['Write 1024x1024, say', '“say” at the end'],
    ['The App ended.', '“the app”'],
    ['Ferns… , and 3 more', 'a space before punctuation'],
    ['Saved  10:42', 'two spaces'],
    ["can't", 'a straight quotation mark'],
    ['Testing...', 'three dots for …'],
    ['', 'a space at an end, or nothing'],
  ])('is found in “%s”', (text, fault) => {
    expect(styleFaults(text, avoided)).toEqual([fault])
  })

  test.each([
    'They’re sent only when you say so.',
    'About the appearance, a year ago: 64 %',
    'Use .csv, or :id',
  ])('is not found in “%s”', (text) => {
    expect(styleFaults(text, avoided)).toEqual([])
  })
})
