import { createStore, type StoreApi } from 'zustand/vanilla'

/** What an event of a key tells, the browser's or React's. */
export interface KeyPress {
  /** What the key types, or its name. */
  readonly key: string
  /** Its place on the keyboard, by the name it has on a US one. */
  readonly code: string
  readonly shiftKey: boolean
  getModifierState(key: 'AltGraph'): boolean
}

/** Letters, digits and the signs that are keys of ours. */
const own = /^[a-z0-9.,?[\]+\-=_ ]$/

const signs: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Minus: '-',
  Equal: '=',
}

/** What the key at a place types on a US keyboard, without Shift; null for a key that is none of ours. */
function typedAt(code: string): string | null {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  return letter?.toLowerCase() ?? digit ?? signs[code] ?? null
}

/**
 * The key of an event as shortcuts name it: its name, as `Enter`, or one character, letters in lower case. A key counts
 * by what it types if that is a letter, a digit or a sign of ours; else by its place, since a Cyrillic keyboard has no P,
 * and a French one types digits with Shift only. Empty while AltGr is held, which types what the layout puts there.
 */
export function keyOf(event: KeyPress): string {
  const { key, code, shiftKey } = event
  if (event.getModifierState('AltGraph')) return ''
  if ([...key].length > 1) return key
  const typed = key.toLowerCase()
  if (own.test(typed)) return typed
  const placed = typedAt(code)
  // Shift makes another sign of a digit or a sign.
  if (placed === null || (shiftKey && !/[a-z]/.test(placed))) return typed
  return placed
}

/** Whether Shift tells two keys apart: for digits and signs a layout may need it to type them at all. */
export const isShiftOwn = (key: string): boolean => key.length > 1 || /[a-z]/i.test(key)

/** What the keys of a keyboard type without Shift, by their places; empty where the system doesn't tell. */
export type KeyboardLayout = ReadonlyMap<string, string>

/** A letter or sign of a shortcut as this keyboard shows it: what stands at its place, if nothing types it. */
export function shownOn(layout: KeyboardLayout, key: string): string {
  const wanted = key.toLowerCase()
  if (!own.test(wanted) || /\d/.test(wanted) || [...layout.values()].includes(wanted)) return key
  const place = [...layout.keys()].find((code) => typedAt(code) === wanted)
  return (place === undefined ? key : (layout.get(place) ?? key)).toUpperCase()
}

export interface Keyboard extends StoreApi<KeyboardLayout> {
  dispose(): void
}

/** The user's keyboard. Its layout is looked at again when the window gets the focus: it may have been changed meanwhile. */
export function createKeyboard(): Keyboard {
  const store = createStore<KeyboardLayout>(() => new Map())
  const look = (): void =>
    void navigator.keyboard?.getLayoutMap().then(
      (layout) => store.setState(new Map(layout.entries()), true),
      // Then the keys are shown as on a US keyboard.
      () => {},
    )
  look()
  window.addEventListener('focus', look)
  return { ...store, dispose: () => window.removeEventListener('focus', look) }
}
