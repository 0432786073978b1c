import { jsonShapes } from '../jsonShapes'
import type { Corpus } from '../mutations'

/** A placeholder in the records for the address of each download. */
export const partialUrl = 'http://127.0.0.1/picture.png'

const samples = [
  { url: partialUrl, validator: '"v1"', length: 68, whole: false },
  { url: partialUrl, validator: 'Thu, 01 Jan 2026 00:00:00 GMT', length: null, whole: false },
  { url: partialUrl, validator: null, length: 40, whole: true },
]

const tokens = [
  '"\\r\\nx: 1"',
  '\\u0000',
  '\\u20ac',
  'null',
  'true',
  '-1',
  '1e999',
  '68',
  '{}',
  '"',
  partialUrl,
]

const entries: Corpus['entries'] = [
  Buffer.from(JSON.stringify(samples[0])),
  ...samples.map((sample) => Buffer.from(JSON.stringify(sample, null, 1))),
]

/** The notes kept beside a download that was begun. */
export const partials: Corpus = {
  entries,
  tokens: [Buffer.from(','), ...tokens.map((token) => Buffer.from(token))],
  reshape: jsonShapes(entries),
}
