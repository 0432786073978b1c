import type { EventPayload } from '@shared/ipc/contract'
import { native } from '@shared/text/native'
import type { MenuItemConstructorOptions } from 'electron'

type Command = EventPayload<'window.commanded'>

export interface MenuOptions {
  readonly platform: NodeJS.Platform
  /** Adds reload and developer tools. */
  readonly development: boolean
  readonly command: (command: Command) => void
  /** Undoes or redoes an edit of the field that has the focus; nothing if none has. */
  readonly editField: (edit: 'undo' | 'redo') => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The application menu in each system's style: the app's own menu first on a Mac, Quit under File elsewhere. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { platform, development, command, editField } = options
  const words = native.menu
  const mac = platform === 'darwin'

  /** The window handles its keys itself, since they depend on the focus: the menu only shows them. */
  const asks = (name: Command, accelerator?: string): MenuItemConstructorOptions => ({
    label: words[name],
    click: () => command(name),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  })
  /** That of the field with the focus; the window does its own only if there is none. */
  const edits = (name: 'undo' | 'redo', accelerator: string): MenuItemConstructorOptions => ({
    ...asks(name, accelerator),
    click() {
      editField(name)
      command(name)
    },
  })
  const settings = asks('settings', 'CmdOrCtrl+,')

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    label: native.appName,
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: words.file,
    submenu: [
      asks('generate', 'CmdOrCtrl+Enter'),
      asks('connection'),
      separator,
      asks('openTable', 'CmdOrCtrl+O'),
      separator,
      asks('bringImages'),
      asks('bringFolder'),
      asks('export', 'CmdOrCtrl+E'),
      ...(mac
        ? [separator, { role: 'close' } as const]
        : [separator, settings, separator, { role: 'quit' } as const]),
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: words.edit,
    submenu: [
      edits('undo', 'CmdOrCtrl+Z'),
      edits('redo', 'CmdOrCtrl+Shift+Z'),
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      separator,
      asks('search', 'CmdOrCtrl+F'),
      separator,
      asks('deleteRejected'),
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: words.view,
    submenu: [
      asks('details'),
      asks('goToDate', 'CmdOrCtrl+G'),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(development ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
    ],
  }
  return [
    ...(mac ? [appMenu] : []),
    file,
    edit,
    view,
    { label: words.queue, submenu: [asks('togglePause', 'CmdOrCtrl+.')] },
    ...(mac ? [{ role: 'windowMenu', label: words.window } as const] : []),
    {
      role: 'help',
      label: words.help,
      submenu: [asks('shortcuts', 'Shift+?'), ...(mac ? [] : [{ role: 'about' } as const])],
    },
  ]
}
