import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyRedactor } from '../../../electron/core/service/keyRedaction'

const key = 'sk-live/Ab+9=xYz_"Q'
const redact = createKeyRedactor(key)
const utf16 = Buffer.from(key, 'utf16le')

test.each([
  ['plain', key],
  ['percent-encoded', encodeURIComponent(key)],
  [
    'percent-encoded whole, lower case',
    [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''),
  ],
  ['in JSON', JSON.stringify(key).slice(1, -1)],
  ['in JSON with escaped slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
  ['as JSON escapes', [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
  ['as HTML escapes', [...key].map((c) => `&#${c.charCodeAt(0)};`).join('')],
  ['as UTF-16 read as bytes', utf16.toString('latin1')],
  ['as UTF-16, big-endian', Buffer.from(utf16).swap16().toString('latin1')],
])('struck out %s', (_, form) => {
  const struck = redact(`before ${form} after`)
  expect(struck).toContain('[key]')
  expect(struck).not.toContain(form)
  expect(struck.startsWith('before ')).toBe(true)
  expect(struck.replaceAll('\0', '').endsWith(' after')).toBe(true)
})

test('struck out of base64 and base64url at any alignment, in UTF-8 and UTF-16', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 7 }),
      fc.uint8Array({ maxLength: 7 }),
      fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
      fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      (head, tail, encoding, base) => {
        const encoded = Buffer.concat([head, Buffer.from(key, encoding), tail]).toString(base)
        const struck = redact(encoded)
        const left = Buffer.from(struck.replaceAll('[key]', ''), 'base64')
        return struck.includes('[key]') && !left.includes(key) && !left.includes(utf16)
      },
    ),
  )
})

test('the beginning that a cut leaves is struck out, in every form, and nothing more', () => {
  const forms = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    [...key].map((c) => `&#${c.charCodeAt(0)};`).join(''),
    utf16.toString('latin1'),
    Buffer.from(key).toString('base64'),
  ]
  for (const form of forms) {
    for (let length = Math.ceil(form.length / 2); length < form.length; length++) {
      const struck = redact(`before ${form.slice(0, length)}`, { cut: true })
      // Of base64 the last group may hold other bytes too: it says nothing of the key by itself.
      expect(struck).toMatch(/^before \[key\].{0,2}$/)
    }
  }
  expect(redact('{"risk":"a task', { cut: true })).toBe('{"risk":"a task')
  expect(redact(`${key.slice(0, 12)} and more`, { cut: true })).toBe(`${key.slice(0, 12)} and more`)
})

test('everything else is left as it was', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => text.includes(key) || redact(text) === text))
  expect(createKeyRedactor(null)('sk')).toBe('sk')
  expect(createKeyRedactor('abc')('abcabc')).toBe('abcabc')
})
