import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { alphabet } from '../../../electron/demo/art/alphabet'
import { breakLines, lettering } from '../../../electron/demo/art/lettering'
import { picture, type Subject } from '../../../electron/demo/art/picture'

const subject: Subject = {
  width: 256,
  height: 256,
  seed: 's',
  title: 'Paper crane',
  note: 'Demo',
  sketched: false,
}
const pixels = (svg: string) => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()

describe('a picture', () => {
  test('is drawn without text, references or anything else that a sharp build may lack', () => {
    for (let seed = 0; seed < 60; seed++) {
      const svg = picture({
        ...subject,
        seed: String(seed),
        title: '<script> & "quotes"',
        sketched: seed % 2 === 0,
      })
      expect(svg).not.toMatch(/<text|<image|href|script|NaN|undefined|Infinity/)
    }
  })

  test('differs by seed and by title, and by nothing else', async () => {
    const [one, same, seeded, titled] = await Promise.all(
      [subject, { ...subject }, { ...subject, seed: 't' }, { ...subject, title: 'Paper boat' }].map((given) =>
        pixels(picture(given)),
      ),
    )
    expect(same?.equals(one ?? Buffer.alloc(0))).toBe(true)
    expect(seeded?.equals(one ?? Buffer.alloc(0))).toBe(false)
    expect(titled?.equals(one ?? Buffer.alloc(0))).toBe(false)
  })

  test('has no boxes in place of words in other scripts', () => {
    const titled = (title: string) => picture({ ...subject, title })
    expect(titled('黄昏的灯塔 🦊 Paper crane منارة')).toBe(titled('Paper crane'))
    expect(titled('해질녘의 등대')).toBe(titled(''))
    expect(titled('Crème brûlée')).not.toBe(titled(''))
  })
})

describe('the lettering', () => {
  test('has every printable ASCII character', () => {
    const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
    expect(ascii.filter((character) => alphabet[character] === undefined)).toEqual([])
  })

  test('puts accents on letters and a box for an unknown character', () => {
    expect(lettering('é', 0, 0, 1).match(/<path/g)).toHaveLength(2)
    expect(lettering('灯', 0, 0, 1)).toContain('M0 1H10V14H0Z')
  })

  test('wraps at words, cuts a word that is too long, and shows when it leaves something out', () => {
    expect(breakLines('one two three', 75, 3)).toEqual(['one two', 'three'])
    const cut = breakLines('灯台灯台灯台', 40, 3)
    expect(cut).toEqual(['灯台', '灯台', '灯台'])
    expect(breakLines('one two three four five', 50, 2)).toEqual(['one', 'two…'])
    expect(breakLines('', 60, 3)).toEqual([])
  })
})
