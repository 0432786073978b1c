import { pathToFileURL } from 'node:url'
import { AppFailure, appError } from '@shared/errors'
import * as electron from 'electron'
import type { Clipboard } from '../core/ports'

/** Electron up to 43: the types have only what came after. */
interface EarlierClipboard {
  writeImage(image: electron.NativeImage): void
  writeBuffer(format: string, bytes: Buffer): void
}

/** The system's clipboard, for writing only. */
export function createClipboard(platform: NodeJS.Platform): Clipboard {
  const { clipboard, nativeImage } = electron
  const earlier = clipboard as Partial<EarlierClipboard>

  /** Together: a program that pastes takes the format that it knows. */
  async function write(formats: Readonly<Record<string, Buffer>>): Promise<void> {
    const { ClipboardItem } = electron
    const blobs = Object.entries(formats).map(([type, bytes]) => [
      type,
      new Blob([new Uint8Array(bytes)], { type }),
    ])
    await clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }

  return {
    writeText: (text) => clipboard.writeText(text),

    async writeImage(png) {
      if ('ClipboardItem' in electron) await write({ 'image/png': png })
      else if (earlier.writeImage !== undefined) earlier.writeImage(nativeImage.createFromBuffer(png))
      else throw new AppFailure(appError('clipboardUnfit'))
    },

    async writeFiles(paths) {
      const formats = fileFormats(platform, paths)
      const [first] = formats
      if (first !== undefined && 'ClipboardItem' in electron)
        await write(Object.fromEntries(formats.map(({ name, text }) => [raw(name), Buffer.from(text)])))
      // It holds one format at a time.
      else if (first !== undefined && earlier.writeBuffer !== undefined)
        earlier.writeBuffer(first.name, Buffer.from(first.text))
      else throw new AppFailure(appError('clipboardUnfit'))
    },
  }
}

const raw = (name: string): string => `electron application/osclipboard;format="${name}"`

/** What file managers of the platform paste, the one that most programs know first; none if Electron can't write it. */
export function fileFormats(
  platform: NodeJS.Platform,
  paths: readonly string[],
): readonly { readonly name: string; readonly text: string }[] {
  const urls = paths.map((path) => pathToFileURL(path).href)
  if (platform === 'linux')
    return [
      { name: 'text/uri-list', text: urls.map((url) => `${url}\r\n`).join('') },
      { name: 'x-special/gnome-copied-files', text: ['copy', ...urls].join('\n') },
    ]
  if (platform !== 'darwin') return []
  const items = paths.map((path) => `<string>${escaped(path)}</string>`).join('')
  const head =
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'
  return [
    { name: 'NSFilenamesPboardType', text: `${head}<plist version="1.0"><array>${items}</array></plist>` },
  ]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
