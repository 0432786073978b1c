import { describe, expect, test } from 'vitest'
import { isShiftOwn, keyOf, shownOn } from '../../../renderer/stores/keyboard'

/** What the keys at these places type without Shift, as the systems tell it. */
const layouts = {
  us: {
    KeyP: 'p',
    KeyX: 'x',
    KeyU: 'u',
    KeyZ: 'z',
    KeyA: 'a',
    KeyF: 'f',
    Digit1: '1',
    BracketRight: ']',
    Period: '.',
  },
  russian: {
    KeyP: 'з',
    KeyX: 'ч',
    KeyU: 'г',
    KeyZ: 'я',
    KeyA: 'ф',
    KeyF: 'а',
    Digit1: '1',
    BracketRight: 'ъ',
    Period: 'ю',
  },
  greek: {
    KeyP: 'π',
    KeyX: 'χ',
    KeyU: 'θ',
    KeyZ: 'ζ',
    KeyA: 'α',
    KeyF: 'φ',
    Digit1: '1',
    BracketRight: ']',
    Period: '.',
  },
  arabic: {
    KeyP: 'ح',
    KeyX: 'ء',
    KeyU: 'ع',
    KeyZ: 'ئ',
    KeyA: 'ش',
    KeyF: 'ب',
    Digit1: '1',
    BracketRight: 'د',
    Period: 'ز',
  },
  french: {
    KeyP: 'p',
    KeyX: 'x',
    KeyU: 'u',
    KeyW: 'z',
    KeyQ: 'a',
    KeyF: 'f',
    Digit1: '&',
    BracketRight: '$',
    Period: ':',
  },
  german: {
    KeyP: 'p',
    KeyX: 'x',
    KeyU: 'u',
    KeyY: 'z',
    KeyA: 'a',
    KeyF: 'f',
    Digit1: '1',
    Slash: '-',
    Period: '.',
  },
  dvorak: {
    KeyR: 'p',
    KeyB: 'x',
    KeyF: 'u',
    Slash: 'z',
    KeyA: 'a',
    KeyY: 'f',
    Digit1: '1',
    Equal: ']',
    KeyE: '.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

interface Held {
  readonly shiftKey?: boolean
  readonly altGraph?: boolean
}

const press = (code: string, key: string, { shiftKey = false, altGraph = false }: Held = {}) =>
  keyOf({ key, code, shiftKey, getModifierState: () => altGraph })

describe('a key', () => {
  test.each(Object.entries(layouts))('is known on this layout: %s', (_, layout) => {
    const found = Object.entries(layout).map(([code, key]) => press(code, key))
    const wanted = ['p', 'x', 'u', 'z', 'a', 'f', '1', ']', '.']
    const placed = layout === layouts.german ? wanted.with(7, '-') : wanted
    expect(found).toEqual(placed)
  })

  test.each([
    ['KeyP', 'З', 'p'],
    ['KeyP', 'P', 'p'],
    ['Digit1', '1', '1'],
    ['Comma', '.', '.'],
    ['Digit7', '?', '?'],
  ])('with Shift, at %s, types “%s” and is “%s”', (code, key, is) => {
    expect(press(code, key, { shiftKey: true })).toBe(is)
  })

  test.each([
    ['Digit1', '!'],
    ['Period', '>'],
    ['BracketRight', '}'],
  ])('with Shift, at %s, that types “%s” is no other key', (code, key) => {
    expect(press(code, key, { shiftKey: true })).toBe(key)
  })

  test('that types a letter of ours elsewhere isn’t known by its place besides', () => {
    expect(press('KeyX', 'q')).toBe('q')
    expect(press('KeyQ', "'")).toBe('q')
  })

  test('is known by its name, and is none while AltGr is held', () => {
    expect(press('Enter', 'Enter')).toBe('Enter')
    expect(press('KeyE', 'Dead')).toBe('Dead')
    expect(press('KeyE', '€', { altGraph: true })).toBe('')
  })

  test('needs no certain Shift if it is a digit or a sign', () => {
    expect(['1', '.', '?', 'p', 'Enter'].map(isShiftOwn)).toEqual([false, false, false, true, true])
  })
})

describe('the keys of a shortcut are shown as they stand on the keyboard', () => {
  const shown = (name: keyof typeof layouts, keys: readonly string[]) =>
    keys.map((key) => shownOn(new Map(Object.entries(layouts[name])), key))
  test.each([
    ['russian', ['З', 'Ч', 'Я', 'Ъ', 'Ю']],
    ['french', ['P', 'X', 'Z', '$', ':']],
    ['greek', ['Π', 'Χ', 'Ζ', ']', '.']],
    ['us', ['P', 'X', 'Z', ']', '.']],
  ] as const)('of this layout: %s', (name, keys) => {
    expect(shown(name, ['P', 'X', 'Z', ']', '.'])).toEqual(keys)
  })

  test('as on a US one if the system doesn’t tell, and digits and names as ever', () => {
    expect(shownOn(new Map(), 'P')).toBe('P')
    expect(['0–5', '1', 'Space'].map((key) => shownOn(new Map(Object.entries(layouts.french)), key))).toEqual(
      [...['0–5', '1', 'Space']],
    )
  })
})
