import { errorCodes } from '@shared/errors'
import { en } from '@shared/text/en'
import { unknownParams } from '@shared/text/errors'
import { describe, expect, test } from 'vitest'
import { createText } from '../../../renderer/text/i18n'

function* texts(node: object, path = ''): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(node)) {
    const here = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') yield [here, value]
    else yield* texts(value, here)
  }
}

describe('the catalogue', () => {
  test('has a cause and a next step for every error, each a sentence', () => {
    const text = createText()
    for (const code of errorCodes) {
      for (const part of ['cause', 'next'] as const) {
        expect(text.t(`errors.${code}.${part}`, unknownParams), code).toMatch(/^[A-Z][^{}$]*[.?]$/)
      }
    }
  })

  test('says how the last request ended when sending was stopped', () => {
    const next = createText().t('errors.breakerTripped.next', { ...unknownParams, code: 'answerHtml' })
    expect(next).toContain(`The last one: ${en.errors.answerHtml.cause} Check`)
  })

  test('never promises that something is free or not billed if the request may have been accepted', () => {
    const unsure = [
      'connectionLost',
      'answerTimeout',
      'answerUnreadable',
      'answerEmpty',
      'answerText',
      'interrupted',
      'imagesHere',
      'serviceUnclear',
    ] as const
    for (const code of unsure) expect(en.errors[code].next, code).toMatch(/may be billed/)
    const pageless: Readonly<Record<string, string>> = en.withoutPage
    for (const code of unsure) expect(pageless[code] ?? en.errors[code].next, code).toMatch(/may be billed/)
  })

  test('never mentions the service’s page if there is none', () => {
    for (const next of Object.values(en.withoutPage)) expect(next).not.toMatch(/page/)
    const codes = errorCodes.filter((code) => en.errors[code].next.includes('the service’s page'))
    expect(codes.filter((code) => !(code in en.withoutPage))).toEqual([])
  })

  test('has both plurals wherever it has one', () => {
    const paths = new Set([...texts(en)].map(([path]) => path))
    for (const path of paths) {
      if (path.endsWith('_one')) expect(paths).toContain(path.replace(/_one$/, '_other'))
    }
  })

  test('has no empty text, no straight quotation marks and no row of dots', () => {
    for (const [path, text] of texts(en)) expect(text.trim(), path).toMatch(/^[^"']+$/)
    for (const [path, text] of texts(en)) expect(text, path).not.toContain('...')
  })
})
