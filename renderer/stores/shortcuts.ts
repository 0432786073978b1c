import type { Platform } from '@shared/model/app'
import type { CommandName } from './commands'
import { isShiftOwn, type KeyboardLayout, keyOf, shownOn } from './keyboard'

/** A key combination: `Mod` is Command on a Mac, Control elsewhere; the last part is what `keyOf` says, in any case. */
export interface Shortcut {
  readonly keys: string
  /** The same on Windows and Linux, where programs differ. */
  readonly also?: string
  /** Null: handled where it belongs, for example in the gallery, and listed here for the user. */
  readonly command: CommandName | null
  readonly label: ShortcutLabel
}

export type ShortcutLabel =
  | 'generate'
  | 'generateFirst'
  | 'olderPrompt'
  | 'newerPrompt'
  | 'search'
  | 'goToDate'
  | 'prompt'
  | 'library'
  | 'move'
  | 'stepUp'
  | 'stepDown'
  | 'sendNext'
  | 'quickLook'
  | 'lookStep'
  | 'lookStepBack'
  | 'lookZoomIn'
  | 'lookZoomOut'
  | 'lookToggle'
  | 'lookFullScreen'
  | 'lookFilmstrip'
  | 'lookAgain'
  | 'compare'
  | 'compareNext'
  | 'comparePrevious'
  | 'compareSlider'
  | 'details'
  | 'keep'
  | 'reject'
  | 'unflag'
  | 'rate'
  | 'favour'
  | 'stack'
  | 'collect'
  | 'moveByHand'
  | 'selectAll'
  | 'copy'
  | 'copyPrompt'
  | 'delete'
  | 'deleteInCollection'
  | 'export'
  | 'undo'
  | 'redo'
  | 'togglePause'
  | 'nextRegion'
  | 'previousRegion'
  | 'settings'
  | 'openTable'
  | 'editCell'
  | 'nextWrong'
  | 'shortcuts'

/** As they are listed for the user. */
export const shortcutGroups = {
  compose: [
    { keys: 'Mod+L', command: 'prompt', label: 'prompt' },
    { keys: 'Mod+Enter', command: 'generate', label: 'generate' },
    { keys: 'Mod+Shift+Enter', command: 'generateFirst', label: 'generateFirst' },
    { keys: 'Alt+ArrowUp', command: null, label: 'olderPrompt' },
    { keys: 'Alt+ArrowDown', command: null, label: 'newerPrompt' },
  ],
  gallery: [
    { keys: 'Mod+F', command: 'search', label: 'search' },
    { keys: 'Mod+G', command: 'goToDate', label: 'goToDate' },
    { keys: 'L', command: 'library', label: 'library' },
    { keys: 'Arrows', command: null, label: 'move' },
    { keys: 'Space', command: null, label: 'quickLook' },
    { keys: 'C', command: null, label: 'compare' },
    { keys: 'I', command: 'details', label: 'details' },
    { keys: 'O', command: null, label: 'stack' },
    { keys: 'A', command: 'collect', label: 'collect' },
    { keys: 'Alt+Arrows', command: null, label: 'moveByHand' },
    { keys: 'Mod+A', command: null, label: 'selectAll' },
    { keys: 'Mod+C', command: null, label: 'copy' },
    { keys: 'Mod+Shift+C', command: null, label: 'copyPrompt' },
    { keys: 'Delete', command: null, label: 'delete' },
    { keys: 'Shift+Delete', command: null, label: 'deleteInCollection' },
    { keys: 'Mod+E', command: 'export', label: 'export' },
  ],
  marks: [
    { keys: 'P', command: null, label: 'keep' },
    { keys: 'X', command: null, label: 'reject' },
    { keys: 'U', command: null, label: 'unflag' },
    { keys: '0–5', command: null, label: 'rate' },
    { keys: 'B', command: null, label: 'favour' },
  ],
  look: [
    { keys: 'PageDown', command: null, label: 'lookStep' },
    { keys: 'PageUp', command: null, label: 'lookStepBack' },
    { keys: 'Plus', command: null, label: 'lookZoomIn' },
    { keys: 'Minus', command: null, label: 'lookZoomOut' },
    { keys: 'Z', command: null, label: 'lookToggle' },
    { keys: 'F', command: null, label: 'lookFullScreen' },
    { keys: 'T', command: null, label: 'lookFilmstrip' },
    { keys: 'G', command: null, label: 'lookAgain' },
    { keys: ']', command: null, label: 'compareNext' },
    { keys: '[', command: null, label: 'comparePrevious' },
    { keys: 'S', command: null, label: 'compareSlider' },
  ],
  queue: [
    { keys: 'Mod+.', command: 'togglePause', label: 'togglePause' },
    { keys: 'Alt+ArrowUp', command: null, label: 'stepUp' },
    { keys: 'Alt+ArrowDown', command: null, label: 'stepDown' },
    { keys: 'Alt+Home', command: null, label: 'sendNext' },
  ],
  table: [
    { keys: 'Mod+O', command: 'openTable', label: 'openTable' },
    { keys: 'F2', command: null, label: 'editCell' },
    { keys: 'F8', command: null, label: 'nextWrong' },
  ],
  window: [
    { keys: 'Mod+Z', command: 'undo', label: 'undo' },
    { keys: 'Mod+Shift+Z', also: 'Mod+Y', command: 'redo', label: 'redo' },
    { keys: 'F6', command: 'nextRegion', label: 'nextRegion' },
    { keys: 'Shift+F6', command: 'previousRegion', label: 'previousRegion' },
    { keys: 'Mod+,', command: 'settings', label: 'settings' },
    { keys: 'Shift+?', command: 'shortcuts', label: 'shortcuts' },
  ],
} satisfies Readonly<Record<string, readonly Shortcut[]>>

export type ShortcutGroup = keyof typeof shortcutGroups

export const shortcuts: readonly Shortcut[] = Object.values(shortcutGroups).flat()

/** True while keys make text: plain keys must not act then. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  )
}

/** True for keys that a focused field uses for text or for its own undo. */
function isOfField({ keys, command }: Shortcut): boolean {
  return command === 'undo' || command === 'redo' || !/Mod|F\d/.test(keys)
}

function isPressed({ keys, also }: Shortcut, event: KeyboardEvent, platform: Platform): boolean {
  if (also !== undefined && platform !== 'darwin' && matches(also, event, platform)) return true
  return matches(keys, event, platform)
}

function matches(keys: string, event: KeyboardEvent, platform: Platform): boolean {
  const parts = keys.split('+')
  const key = keyOf(event)
  const mod = platform === 'darwin' ? event.metaKey : event.ctrlKey
  const otherMod = platform === 'darwin' ? event.ctrlKey : event.metaKey
  return (
    key.toLowerCase() === parts.at(-1)?.toLowerCase() &&
    mod === parts.includes('Mod') &&
    (event.shiftKey === parts.includes('Shift') || !isShiftOwn(key)) &&
    !otherMod &&
    !event.altKey
  )
}

/** Runs commands by key until the returned disposer is called; a key without a handler is left to the browser. */
export function listenForShortcuts(
  target: Window,
  run: (command: CommandName) => boolean,
  platform: Platform,
): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const shortcut = shortcuts.find((candidate) => isPressed(candidate, event, platform))
    if (shortcut === undefined || shortcut.command === null) return
    if (isOfField(shortcut) && isTyping(event.target)) return
    if (run(shortcut.command)) event.preventDefault()
  }
  target.addEventListener('keydown', onKeyDown)
  return () => target.removeEventListener('keydown', onKeyDown)
}

const signs = { Arrows: '← ↑ → ↓', ArrowUp: '↑', ArrowDown: '↓', Plus: '+', Minus: '−' }

const symbols: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  darwin: { ...signs, Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵', Delete: '⌫' },
  linux: { ...signs, Mod: 'Ctrl', Enter: '↵' },
  win32: { ...signs, Mod: 'Ctrl', Enter: '↵' },
}

/** The keys as the user's keyboard names them, `['Ctrl', '↵']`. */
export function shownKeys(keys: string, platform: Platform, layout: KeyboardLayout): readonly string[] {
  const parts = keys === 'Shift+?' ? ['?'] : keys.split('+')
  return parts.map((part) => symbols[platform][part] ?? shownOn(layout, part))
}
