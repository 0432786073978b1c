import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyRedactor, createWordRedactor } from '../../../electron/core/service/keyRedaction'
import { cases } from '../../../scripts/testRun/cases'

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
  ['as JavaScript escapes', [...key].map((c) => `\\u{${c.charCodeAt(0).toString(16)}}`).join('')],
  ['as HTML escapes without their ends', [...key].map((c) => `&#${c.charCodeAt(0)}`).join('')],
  ['as HTML escaped twice', key.replaceAll('"', '&amp;quot;')],
  ['as HTML escaped three times', key.replaceAll('"', '&amp;#38;#x22;')],
  [
    'as quoted-printable',
    [...Buffer.from(key)].map((byte) => `=${byte.toString(16).toUpperCase()}`).join(''),
  ],
  ['as quoted-printable in lines', key.replace(/.{7}/g, '$&=\r\n').replace('9=x', '9=3Dx')],
  ['as hex in lines', Buffer.from(key).toString('hex').replace(/../g, '$&\n')],
  ['as bytes in decimals', JSON.stringify([...Buffer.from(key)]).slice(1, -1)],
  [
    'as bytes in decimals, in lines',
    JSON.stringify([...Buffer.from(key)], null, 6)
      .slice(1, -1)
      .trim(),
  ],
  ['as UTF-16 read as bytes', utf16.toString('latin1')],
  ['as UTF-16, big-endian', Buffer.from(utf16).swap16().toString('latin1')],
])('redacted %s', (_, form) => {
  const struck = redact(`before ${form} after`)
  expect(struck).toContain('[key]')
  expect(struck).not.toContain(form)
  expect(struck.startsWith('before ')).toBe(true)
  expect(struck.replaceAll('\0', '').endsWith(' after')).toBe(true)
})

test('redacted from base64 and base64url at any alignment, in UTF-8 and UTF-16', () => {
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

test('redacted from base64 of base64 at any alignment', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 7 }),
      fc.uint8Array({ maxLength: 7 }),
      fc.string({ unit: fc.constantFrom('a', 'Z', ' '), maxLength: 5 }),
      fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      (head, tail, before, inner, outer) => {
        const once = Buffer.concat([head, Buffer.from(key), tail]).toString(inner)
        const struck = redact(Buffer.from(`${before}${once}`).toString(outer))
        const left = Buffer.from(struck.replaceAll('[key]', ''), 'base64').toString()
        return struck.includes('[key]') && !Buffer.from(left, 'base64').includes(key)
      },
    ),
  )
})

const bytesOf = (text: string, encoding: BufferEncoding) => [...Buffer.from(text, encoding)]
const hexOf = (byte: number) => byte.toString(16).padStart(2, '0')
const inLines = (text: string, length: number, end: string) =>
  (text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(end)
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const htmlEscaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const escaped = (text: string, form: (code: string) => string) =>
  [...text].map((character) => form(character.charCodeAt(0).toString(16))).join('')

/** Ways to encode a key, each with possible surroundings of the encoded form. */
const writings = fc.oneof(
  fc.record({
    write: fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => [...Buffer.from(text)].map((byte) => `%${hexOf(byte)}`).join(''),
      (text) => Buffer.from(text).toString('base64'),
      (text) => inLines(Buffer.from(text).toString('base64'), 8, '\r\n'),
      (text) => inLines(Buffer.from(text, 'utf16le').toString('base64'), 16, '\n '),
    ),
    around: fc.array(fc.constantFrom<(text: string) => string>(json, encodeURIComponent), { maxLength: 1 }),
  }),
  fc.record({
    write: fc.constantFrom<(text: string) => string>(
      encodeURIComponent,
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
    ),
    around: fc.array(fc.constant(json), { maxLength: 3 }),
  }),
  fc.record({
    write: fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => json(text).replaceAll('/', '\\/'),
      (text) => escaped(text, (code) => `\\u${code.padStart(4, '0')}`),
      (text) => escaped(text, (code) => `&#x${code};`),
      (text) => escaped(text, (code) => `&#X00${code.toUpperCase()};`),
      (text) => escaped(text, (code) => `&#${Number.parseInt(code, 16)};`),
      (text) => htmlEscaped(text),
      (text) => htmlEscaped(htmlEscaped(text)),
      (text) => htmlEscaped(htmlEscaped(htmlEscaped(text))),
      (text) => escaped(text, (code) => `\\u{${code}}`),
      (text) => escaped(text, (code) => `&#${Number.parseInt(code, 16)}`),
      (text) => escaped(text, (code) => `=${code.toUpperCase()}`),
      (text) => bytesOf(text, 'utf8').join(','),
      (text) => bytesOf(text, 'utf16le').join(', '),
      (text) => bytesOf(text, 'utf8').map(hexOf).join('\n'),
      (text) => inLines(bytesOf(text, 'utf8').map(hexOf).join(''), 8, '\r\n  '),
      (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
      (text) => bytesOf(text, 'utf8').map(hexOf).join(''),
      (text) => bytesOf(text, 'utf8').map(hexOf).join('').toUpperCase(),
      (text) => bytesOf(text, 'utf16le').map(hexOf).join(':'),
      (text) =>
        bytesOf(text, 'utf8')
          .map((byte) => `0x${hexOf(byte)}`)
          .join(', '),
      (text) =>
        bytesOf(text, 'utf8')
          .map((byte) => `\\x${hexOf(byte)}`)
          .join(''),
    ),
    around: fc.array(fc.constant(json), { maxLength: 3 }),
  }),
)
const keys = fc.oneof(fc.stringMatching(/^[!-{]{8,60}$/), fc.stringMatching(/^sk-[A-Za-z0-9_-]{20,60}$/))

test('redacted in any encoding', () => {
  fc.assert(
    fc.property(keys, writings, fc.string(), (secret, { write, around }, before) => {
      const form = around.reduce((text, wrap) => wrap(text), write(secret))
      const struck = createKeyRedactor(secret)(`${before}|${form}|`)
      // Base64 may end in one or two characters that the bytes behind the key determine.
      expect(struck).toMatch(/\|(?:0x|\\+x)?\[key\][^|]{0,12}\|$/)
    }),
    { numRuns: cases(60, 1500) },
  )
})

test('the beginning that a cut leaves is redacted, in every form, and nothing more', () => {
  const forms = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    [...key].map((c) => `&#${c.charCodeAt(0)};`).join(''),
    utf16.toString('latin1'),
    Buffer.from(key).toString('base64'),
    [...Buffer.from(key)].map((byte) => `=${byte.toString(16).toUpperCase()}`).join(''),
    [...key].map((c) => `\\u{${c.charCodeAt(0).toString(16)}}`).join(''),
  ]
  for (const form of forms) {
    for (let length = Math.ceil(form.length / 2); length < form.length; length++) {
      const struck = redact(`before ${form.slice(0, length)}`, { cut: true })
      // The last group of base64 may also encode other bytes: alone it says nothing about the key.
      expect(struck).toMatch(/^before \[key\].{0,2}$/)
    }
  }
  expect(redact('{"risk":"a task', { cut: true })).toBe('{"risk":"a task')
  expect(redact(`${key.slice(0, 12)} and more`, { cut: true })).toBe(`${key.slice(0, 12)} and more`)
})

test.each([
  ...['\\', '%25', '25', '&#0', ' ', 's ', 'c2 ', 'c\n', '\\u0000', '0x'],
  ...[
    '&',
    '&amp;',
    'amp;',
    '&#38;',
    '\\u{',
    '\\u{0',
    '=',
    '=73',
    '=\r\n',
    '115,',
    '115 ',
    '73\n',
    '\n',
    'c\\\\n',
  ],
])('four megabytes of %j are searched', (piece) => {
  const text = piece.repeat(Math.ceil(4_000_000 / piece.length))
  expect(redact(text) === text).toBe(true)
  expect(redact(`s${text}`) === `s${text}`).toBe(true)
  expect(redact(`c${text}`, { cut: true }) === `c${text}`).toBe(true)
})

test('everything else stays as it was', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => text.includes(key) || redact(text) === text))
  expect(createKeyRedactor(null)('sk')).toBe('sk')
  expect(createKeyRedactor('abc')('abcabc')).toBe('abcabc')
})

test('a short key is redacted from text where it is a word', () => {
  const strike = createWordRedactor('ollama')
  expect(strike('Bearer ollama: no such key (ollama).')).toBe('Bearer [key]: no such key ([key]).')
  expect(strike('ollama2, myollama')).toBe('ollama2, myollama')
  expect(createWordRedactor('a.c')('abc a.c')).toBe('abc [key]')
  for (const none of [null, 'a', 'at', key])
    expect(createWordRedactor(none)(`a ${key} at`)).toBe(`a ${key} at`)
})
