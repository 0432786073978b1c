import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shell } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOpener } from '../../electron/shell/opener'
import { temporaryFolder } from './temporaryFolder'

const refusal = { error: { code: 'notAllowed' } }
const opener = createOpener()
const opened: string[] = []

beforeEach(() => {
  opened.length = 0
  vi.spyOn(shell, 'openExternal').mockImplementation(async (url) => void opened.push(url))
  vi.spyOn(shell, 'openPath').mockImplementation(async (path) => {
    opened.push(path)
    return ''
  })
})
afterEach(() => vi.restoreAllMocks())

describe('the browser', () => {
  test.each([
    ['https://service.test/billing?month=3#top', 'https://service.test/billing?month=3#top'],
    // Text around it or in it that isn't part of it never reaches the system.
    [' HTTPS:\\\\service.test\\billing\n', 'https://service.test/billing'],
    ['https://service.test/a b" --flag', 'https://service.test/a%20b%22%20--flag'],
  ])('opens %j as %s', async (url, href) => {
    await opener.openExternal(url)
    expect(opened).toEqual([href])
  })

  test.each([
    'http://service.test/',
    'file:///etc/hostname',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://service.test/share',
    'ssh://service.test',
    'mailto:a@service.test',
    'ms-settings:privacy',
    'vbscript:x',
    'app://cyanotype/',
    '//service.test/',
    '/etc/hostname',
    'C:\\Windows\\notepad.exe',
    '--help',
    '',
  ])('is not shown %j, nor is anything else', async (url) => {
    await expect(opener.openExternal(url)).rejects.toMatchObject(refusal)
    expect(opened).toEqual([])
  })
})

describe('the file manager', () => {
  test('opens a folder', async () => {
    const folder = temporaryFolder()
    await opener.openFolder(folder)
    expect(opened).toEqual([folder])
  })

  test('is not given a file, which the system might run, nor a link to one', async () => {
    const folder = temporaryFolder()
    const program = join(folder, 'run.desktop')
    writeFileSync(program, '[Desktop Entry]', { mode: 0o755 })
    symlinkSync(program, join(folder, 'link'))
    for (const path of [program, join(folder, 'link')])
      await expect(opener.openFolder(path)).rejects.toMatchObject(refusal)
    await expect(opener.openFolder(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(opened).toEqual([])
  })
})

describe('the program for images', () => {
  test('is given an image', async () => {
    const image = join(temporaryFolder(), 'fern.png')
    writeFileSync(image, 'x')
    await opener.openImage(image)
    expect(opened).toEqual([image])
  })

  test('is given nothing that has another name, and neither a folder nor a link', async () => {
    const folder = temporaryFolder()
    const program = join(folder, 'run.desktop')
    writeFileSync(program, '[Desktop Entry]', { mode: 0o755 })
    symlinkSync(program, join(folder, 'link.png'))
    mkdirSync(join(folder, 'folder.png'))
    for (const path of [program, join(folder, 'link.png'), join(folder, 'folder.png')])
      await expect(opener.openImage(path)).rejects.toMatchObject(refusal)
    expect(opened).toEqual([])
  })
})
