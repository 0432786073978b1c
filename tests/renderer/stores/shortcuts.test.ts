import type { Platform } from '@shared/model/app'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandName } from '../../../renderer/stores/commands'
import { createCommands } from '../../../renderer/stores/commands'
import { listenForShortcuts, shownKeys } from '../../../renderer/stores/shortcuts'

let ran: CommandName[] = []
let dispose = (): void => undefined

function listen(platform: Platform): void {
  dispose = listenForShortcuts(window, (command) => ran.push(command) > 0, platform)
}

function press(
  key: string,
  init: KeyboardEventInit = {},
  target: EventTarget = document.body,
): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

beforeEach(() => {
  ran = []
})
afterEach(() => {
  dispose()
  document.body.replaceChildren()
})

describe('shortcuts', () => {
  test('run commands with Control, and with Command on a Mac', () => {
    listen('linux')
    expect(press('Enter', { ctrlKey: true }).defaultPrevented).toBe(true)
    press('Enter', { metaKey: true })
    dispose()
    listen('darwin')
    press('.', { metaKey: true })
    press('.', { ctrlKey: true })
    expect(ran).toEqual(['generate', 'togglePause'])
  })

  test('lead to the prompt, also while typing, and to the library', () => {
    listen('linux')
    const field = document.createElement('textarea')
    document.body.append(field)
    for (const target of [field, document.body]) {
      press('l', { ctrlKey: true }, target)
      press('l', {}, target)
    }
    expect(ran).toEqual(['prompt', 'prompt', 'library'])
  })

  test('distinguish Shift', () => {
    listen('linux')
    press('Enter', { ctrlKey: true, shiftKey: true })
    press('Enter', { ctrlKey: true, altKey: true })
    expect(ran).toEqual(['generateFirst'])
  })

  test('act while typing only with Mod', () => {
    listen('linux')
    const field = document.createElement('textarea')
    document.body.append(field)
    press('?', { shiftKey: true }, field)
    expect(ran).toEqual([])
    press(',', { ctrlKey: true }, field)
    press('?', { shiftKey: true })
    expect(ran).toEqual(['settings', 'shortcuts'])
  })

  test('leave a field its own undo, but not F6', () => {
    listen('linux')
    const field = document.createElement('textarea')
    document.body.append(field)
    expect(press('z', { ctrlKey: true }, field).defaultPrevented).toBe(false)
    expect(ran).toEqual([])
    press('z', { ctrlKey: true })
    press('Z', { ctrlKey: true, shiftKey: true }, field)
    press('y', { ctrlKey: true }, field)
    press('Z', { ctrlKey: true, shiftKey: true })
    press('F6', {}, field)
    press('F6', { shiftKey: true })
    expect(ran).toEqual(['undo', 'redo', 'nextRegion', 'previousRegion'])
  })

  test('redo also by Control and Y, but not on a Mac', () => {
    listen('win32')
    press('y', { ctrlKey: true })
    dispose()
    listen('darwin')
    press('y', { metaKey: true })
    press('z', { metaKey: true, shiftKey: true })
    expect(ran).toEqual(['redo', 'redo'])
  })

  test('ignore keys that were handled, are held down or are part of composing a character', () => {
    listen('linux')
    press('Enter', { ctrlKey: true, repeat: true })
    press('Enter', { ctrlKey: true, isComposing: true })
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    press('Enter', { ctrlKey: true })
    expect(ran).toEqual([])
  })

  test('are named as the keyboard names them', () => {
    expect(shownKeys('Mod+Shift+Enter', 'darwin', new Map())).toEqual(['⌘', '⇧', '↵'])
    expect(shownKeys('Mod+.', 'win32', new Map())).toEqual(['Ctrl', '.'])
    expect(shownKeys('Shift+?', 'linux', new Map())).toEqual(['?'])
  })
})

describe('commands', () => {
  test('go to the last handler, and nowhere if there is none', () => {
    const commands = createCommands()
    const acted: string[] = []
    expect(commands.run('search')).toBe(false)
    commands.handle('search', () => acted.push('first'))
    const leave = commands.handle('search', () => acted.push('second'))
    expect(commands.run('search')).toBe(true)
    leave()
    commands.run('search')
    expect(acted).toEqual(['second', 'first'])
  })
})
