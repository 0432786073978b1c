import { jsonShapes } from '../jsonShapes'
import type { Corpus } from '../mutations'

/** A table as a user has it, with the extension of its name; empty when it is pasted. */
interface Sample {
  readonly ending: string
  readonly bytes: Buffer
}

const csv = [
  'prompt,model,size,n,mode,image,name,key,colour',
  '"A chair, ""old""\nin two lines",sketch-1,1024x1024,2,direct,https://127.0.0.1/a.png,chair,k1,red',
  'a {red|blue} {{colour}} fern,,,,,,fern,k2,green',
  '=SUM(A1),aurora-2,0x10,x,sideways,file:///etc/passwd,,k2,\\',
  '',
].join('\r\n')
const json = JSON.stringify({
  made: 1,
  rows: [
    { prompt: 'a heron', n: 2, deep: { a: [1, { b: null }] }, id: 12_345_678_901 },
    { prompt: 'a wren', key: 'k', image: ['https://127.0.0.1/b.png'], text: 'caf\u00e9 \ud83e\ude91' },
  ],
})
const lines =
  '{"prompt":"a boat","n":1}\n{"prompt":"a \\u0041rk","x":123456789012345678901,"+y":1e5}\nno object\n'

const samples: readonly [Sample, ...Sample[]] = [
  { ending: 'csv', bytes: Buffer.from(csv) },
  { ending: 'csv', bytes: Buffer.from(csv.replaceAll(',', ';')) },
  { ending: 'csv', bytes: Buffer.from(`\ufeff${csv}`, 'utf16le') },
  { ending: 'csv', bytes: Buffer.from('prompt,ort\nB\xe4ume im S\xfcden,K\xf6ln\n', 'latin1') },
  { ending: 'tsv', bytes: Buffer.from(csv.replaceAll(',', '\t')) },
  {
    ending: 'csv',
    bytes: Buffer.from('prompt,+seed,+stream,+a\na wren,41.50,true,"{""b"":[1]}"\na heron,,,"[[["\n'),
  },
  { ending: 'json', bytes: Buffer.from(json) },
  { ending: 'json', bytes: Buffer.from('[{"prompt":"one"},{"prompt":"two","size":"64x64"}]') },
  { ending: 'jsonl', bytes: Buffer.from(lines) },
  { ending: 'txt', bytes: Buffer.from('a lighthouse\n\na fern in the rain\r\nthe last one') },
  { ending: '', bytes: Buffer.from('prompt\tn\na goose\t2\na swan\t3\n') },
]

export const tableEndings = samples.map(({ ending }) => ending)

const tokens = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\ufeff',
  '\ud800',
  '{{a}}',
  '{a|b}',
  '{',
  '}',
  '[',
  ']',
  '\\u',
  '\\',
  'null',
  '1e999',
  '-1',
  'prompt',
  '{"prompt":',
  '"__proto__":',
  '[[[[[[[[[[[[[[[[',
  '{"a":{"a":{"a":{"a":',
  'PK\x03\x04',
  ','.repeat(250),
  `${'{a|b}'.repeat(20)}`,
]

const entries: Corpus['entries'] = [samples[0].bytes, ...samples.slice(1).map(({ bytes }) => bytes)]

export const tables: Corpus = {
  entries,
  tokens: [Buffer.from('"'), ...tokens.map((token) => Buffer.from(token))],
  reshape: jsonShapes(entries),
}
