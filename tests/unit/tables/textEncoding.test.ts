import { describe, expect, test } from 'vitest'
import { decoderOf } from '../../../electron/tables/encoding/decoders'
import { textEncoding } from '../../../electron/tables/encoding/textEncoding'
import { encodedAs } from '../../support/legacyText'

/** Prompts as people of twelve encodings write them. */
const languages = [
  ['gb18030', '红色的狐狸;雪中的古老城市;窗边的一只黑猫'],
  ['big5', '紅色的狐狸;雪中的古老城市;窗邊的一隻黑貓'],
  ['euc-kr', '붉은 여우;눈 덮인 오래된 도시;창가의 검은 고양이'],
  ['shift_jis', '赤い狐;夜の港の景色;カーテンのある窓'],
  ['euc-jp', '赤い狐;夜の港の景色;カーテンのある窓'],
  ['windows-1251', 'рыжая лиса;старый город в снегу;чёрный кот у окна'],
  ['koi8-u', 'рыжая лиса;старый город в снегу;черный кот у окна'],
  ['windows-1252', 'zorro en la mañana;une forêt à l’aube;ein Bär im Süden'],
  ['windows-1250', 'rudý liščí ohon;stary zamek w śniegu;černý kůň'],
  ['windows-874', 'สุนัขจิ้งจอกสีแดง;เมืองเก่าในหิมะ;แมวดำข้างหน้าต่าง'],
  ['macintosh', 'zorro en la mañana;une forêt à l’aube;ein Bär im Süden'],
  ['ibm850', 'zorro en la mañana;une forêt à midi;ein Bär im Süden'],
] as const

const in850 = (text: string): Buffer => {
  const decoder = decoderOf('ibm850')
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code] as const),
  )
  return Buffer.from([...text].map((character) => codes.get(character) ?? 0x3f))
}

const encoded = (encoding: (typeof languages)[number][0], text: string): Buffer =>
  encoding === 'ibm850' ? in850(text) : encodedAs(encoding, text)

describe('the encoding of a table', () => {
  const cases = languages.flatMap(([encoding, prompts]) =>
    [1, 2, 3, 20].map((rows) => ({ encoding, rows, prompts: prompts.split(';') })),
  )

  test('is never certain in an old encoding, whatever the number of rows, and the right one is a choice', () => {
    const first: string[] = []
    for (const { encoding, rows, prompts } of cases) {
      const lines = Array.from({ length: rows }, (_, at) => `${prompts[at % prompts.length]};1024x1024\r\n`)
      const { label, choices } = textEncoding(encoded(encoding, `prompt;size\r\n${lines.join('')}`))
      expect(choices, `${encoding}, ${rows} rows`).toContain(encoding)
      expect(choices.length).toBeGreaterThan(1)
      expect(label).toBe(choices[0])
      if (label === encoding) first.push(`${encoding} ${rows}`)
    }
    expect(first.length).toBe(cases.length)
  })

  test.each([
    ['ASCII alone', Buffer.from('prompt\na red fox\n'), 'utf-8'],
    ['UTF-8', Buffer.from('prompt\nune forêt\n'), 'utf-8'],
    ['UTF-8 of one script', Buffer.from('prompt\nрыжая лиса\n'), 'utf-8'],
    ['UTF-8 with a sign of no script', Buffer.from('prompt\nday → night\n'), 'utf-8'],
    ['UTF-8 with its accents apart', Buffer.from('prompt\nune fore\u0302t\n'), 'utf-8'],
    ['a byte order mark', Buffer.from('\ufeffprompt\nмир'), 'utf-8'],
    ['UTF-16 with its mark', Buffer.from('\ufeffprompt\nмир', 'utf16le'), 'utf-16le'],
  ])('is certain: %s', (_, bytes, label) => {
    expect(textEncoding(bytes)).toMatchObject({ label, choices: [] })
  })

  test.each([
    // 茅 in GBK is é in UTF-8.
    ['one character that is valid in both', encodedAs('gb18030', 'prompt\n茅\n'), 'gb18030'],
    ['words of DOS that are valid UTF-8', encodedAs('ibm866', 'prompt\nсад\n'), 'ibm866'],
    ['Japanese in ASCII', Buffer.from('prompt\n\x1b$B@V$$\x1b(B\n', 'latin1'), 'iso-2022-jp'],
  ])('is asked about: %s', (_, bytes, choice) => {
    expect(textEncoding(bytes).choices).toContain(choice)
  })
})
