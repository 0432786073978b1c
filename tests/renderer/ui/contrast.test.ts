import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Colour = readonly [red: number, green: number, blue: number]

const tokens = await readFile('renderer/styles/tokens.css', 'utf8')
const white: Colour = [255, 255, 255]

/** The value of a token in one theme, as hexadecimal digits. */
function digitsOf(token: string, theme: 'light' | 'dark'): string {
  const pair = new RegExp(`--${token}: (?:light-dark\\()?#(\\w+)(?:, #(\\w+)\\))?;`).exec(tokens)
  const digits = theme === 'light' ? pair?.[1] : (pair?.[2] ?? pair?.[1])
  if (digits === undefined) throw new Error(`no token --${token}`)
  return digits
}

/** What is seen where a token's colour, which may let through what is behind it, lies on another. */
function seen(token: string, theme: 'light' | 'dark', behind: Colour): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digitsOf(token, theme).match(/../g) ?? []).map(
    (pair) => Number.parseInt(pair, 16),
  )
  const mixed = (own: number, other: number) => (own * alpha + other * (255 - alpha)) / 255
  return [mixed(red, behind[0]), mixed(green, behind[1]), mixed(blue, behind[2])]
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

for (const theme of ['light', 'dark'] as const) {
  test(`every text colour can be read on every surface, ${theme}`, () => {
    for (const surface of ['canvas', 'panel', 'raise', 'field', 'surround'])
      for (const text of ['text', 'dim', 'faint', 'accent', 'ok', 'warn', 'bad'])
        expect(
          contrast(seen(text, theme, white), seen(surface, theme, white)),
          `${text} on ${surface}`,
        ).toBeGreaterThanOrEqual(4.5)
  })

  test(`every mark can be read, ${theme}`, () => {
    const pairs = [
      ...['accent', 'ok', 'warn'].map((token) => [token, `${token}-mark`] as const),
      ['accent-ink', 'accent'] as const,
    ]
    for (const [text, mark] of pairs)
      expect(contrast(seen(text, theme, white), seen(mark, theme, white)), mark).toBeGreaterThanOrEqual(4.5)
  })

  test(`white words can be read on a white picture, ${theme}`, () => {
    expect(contrast(white, seen('caption', theme, white))).toBeGreaterThanOrEqual(4.5)
  })
}
