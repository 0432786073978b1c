import { describe, expect, test } from 'vitest'
import { fileFormats } from '../../electron/shell/clipboard'

const paths = ['/home/ada/Pictures/a fern & moss.png', '/home/ada/Bilder/fougère#1.png']

describe('files on the clipboard', () => {
  test('are addresses on Linux, for programs in general and for file managers', () => {
    const [list, copied] = fileFormats('linux', paths)
    const first = 'file:///home/ada/Pictures/a%20fern%20&%20moss.png'
    const second = 'file:///home/ada/Bilder/foug%C3%A8re%231.png'
    expect(list).toEqual({ name: 'text/uri-list', text: `${first}\r\n${second}\r\n` })
    expect(copied).toEqual({ name: 'x-special/gnome-copied-files', text: `copy\n${first}\n${second}` })
  })

  test('are a property list of paths on macOS', () => {
    const [list, ...rest] = fileFormats('darwin', paths)
    expect(rest).toEqual([])
    expect(list?.name).toBe('NSFilenamesPboardType')
    expect(list?.text).toContain(
      '<array><string>/home/ada/Pictures/a fern &amp; moss.png</string><string>/home/ada/Bilder/fougère#1.png</string></array>',
    )
  })

  test('are not offered on Windows, where Electron can’t write them', () => {
    expect(fileFormats('win32', ['C:\\a.png'])).toEqual([])
  })
})
