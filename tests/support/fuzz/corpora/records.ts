import { createHash } from 'node:crypto'
import { pngFile } from '../../pngFile'
import { jsonShapes } from '../jsonShapes'
import type { Corpus } from '../mutations'

/** Placeholders in the records for the job and the image of each input. */
export const recordedJob = '0'.repeat(26)
export const recordedImage = '1'.repeat(26)
/** The day's folder and the file that the records name, with the job in its name. */
export const recordedFile = `2026/2026-03-01/a-boat-${recordedJob}-1.png`

/** The bytes of that file: a record of others isn't taken for its. */
export const recordedPicture = pngFile({ edge: 8, colour: [8, 0], rows: Buffer.alloc(8 * 9) })

const record = {
  version: 1,
  file: recordedFile,
  image: {
    id: recordedImage,
    jobId: recordedJob,
    index: 0,
    of: 1,
    format: 'png',
    width: 8,
    height: 8,
    bytes: recordedPicture.length,
    sha256: createHash('sha256').update(recordedPicture).digest('hex'),
    asked: { model: 'aurora-2', prompt: 'a boat', mode: 'background' },
    revisedPrompt: null,
    connectionId: 'c1',
    connectionName: 'Studio',
    taskId: 't-1',
    tookMs: 1200,
    createdAt: 1_772_366_400_000,
  },
}
const { image } = record

const samples = [
  record,
  {
    ...record,
    image: {
      ...image,
      of: 4,
      asked: {
        model: 'm',
        prompt: 'caf\u00e9 \ud83e\ude91\n"quoted"',
        size: '64x64',
        n: 4,
        image: ['https://127.0.0.1/a.png'],
        extra: [{ name: 'seed', value: '9007199254740993' }],
        connectionExtra: [{ name: '__proto__', value: '{"a":[1]}' }],
        mode: 'direct',
      },
      revisedPrompt: 'an old boat',
      taskId: null,
      tookMs: null,
    },
  },
  { ...record, more: [{ deep: {} }], image: { ...image, __proto__: null, extra: 'x'.repeat(2000) } },
]

const tokens = [
  '../',
  '../../../outside',
  '/',
  '\\',
  '\\u0000',
  '\\ud800',
  'C:',
  '..',
  '.',
  'null',
  'true',
  '{}',
  '[]',
  '1e308',
  '-1',
  '1.5',
  '""',
  recordedJob,
  recordedImage,
  '"file":"../../outside.png",',
  '"id":"../../../x",',
  '"createdAt":253402300799999,',
  '"width":9007199254740991,',
  '"__proto__":{"id":"x"},',
  '2026/2026-03-01/',
]

const entries: Corpus['entries'] = [
  Buffer.from(JSON.stringify(record)),
  ...samples.map((sample) => Buffer.from(JSON.stringify(sample, null, 1))),
]

export const records: Corpus = {
  entries,
  tokens: [Buffer.from('"'), ...tokens.map((token) => Buffer.from(token))],
  reshape: jsonShapes(entries),
}
