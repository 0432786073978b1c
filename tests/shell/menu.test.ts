import { events } from '@shared/ipc/contract'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { menuTemplate } from '../../electron/shell/menu'

const platforms = ['linux', 'win32', 'darwin'] as const

function itemsOf(platform: NodeJS.Platform, command: (name: string) => void = () => {}, development = false) {
  const editField = (edit: string) => command(`field ${edit}`)
  const template = menuTemplate({ platform, development, command, editField })
  return template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
}
const asks = (item: MenuItemConstructorOptions) => item.click !== undefined
const press = (item: MenuItemConstructorOptions) => item.click && Reflect.apply(item.click, item, [])

describe('the application menu', () => {
  test.each(platforms)('sends the window each of its commands once, on %s', (platform) => {
    const asked: string[] = []
    for (const item of itemsOf(platform, (name) => asked.push(name)).filter(asks)) press(item)
    const ofWindow = asked.filter((name) => !name.startsWith('field '))
    expect(ofWindow.toSorted()).toEqual([...events['window.commanded'].options].toSorted())
  })

  test.each(platforms)('shows the window’s keys without taking them, on %s', (platform) => {
    const keyed = itemsOf(platform).filter((item) => asks(item) && item.accelerator !== undefined)
    expect(keyed.length).toBeGreaterThan(4)
    for (const item of keyed) expect(item.registerAccelerator).toBe(false)
  })

  test.each(platforms)('has the editing roles and a way to quit, on %s', (platform) => {
    const roles = itemsOf(platform).map(({ role }) => role)
    for (const role of ['cut', 'copy', 'paste', 'selectAll', 'quit', 'about'] as const) {
      expect(roles).toContain(role)
    }
  })

  test.each(platforms)('asks a field for undo and redo, then the window, on %s', (platform) => {
    const asked: string[] = []
    for (const item of itemsOf(platform, (name) => asked.push(name)))
      if (item.label === 'Undo' || item.label === 'Redo') press(item)
    expect(asked).toEqual(['field undo', 'undo', 'field redo', 'redo'])
  })

  test('has developer tools only in development', () => {
    const roles = (development: boolean) => itemsOf('linux', undefined, development).map(({ role }) => role)
    expect(roles(true)).toContain('toggleDevTools')
    expect(roles(false)).not.toContain('toggleDevTools')
  })
})
