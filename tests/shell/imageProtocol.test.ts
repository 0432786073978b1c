import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newId } from '../../electron/core/ids'
import { longestImage } from '../../electron/core/library/libraryFolders'
import { createImageHandler } from '../../electron/shell/imageProtocol'
import { temporaryFolder } from './temporaryFolder'

const png = Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1')

function servedImages(content: Buffer | string = png) {
  const path = join(temporaryFolder(), 'image.png')
  writeFileSync(path, content)
  const id = newId(Date.now())
  const asked: string[] = []
  const find = (wanted: string) => {
    asked.push(wanted)
    return wanted === id ? path : null
  }
  const images = {
    pictureFile: async (wanted: string) => find(wanted),
    thumbnail: async (wanted: string, size: string) =>
      find(wanted) === null ? null : { bytes: Buffer.from(`pixels, ${size}`), isLasting: size === 'thumb' },
  }
  const previews = { file: (wanted: string) => find(wanted) }
  return { id, path, asked, handle: createImageHandler(Promise.resolve({ images, previews })) }
}

describe('the image protocol', () => {
  test.each([
    ['thumb', 'image/webp', 'pixels, thumb'],
    ['image', 'image/png', png.toString()],
    ['preview', 'image/png', png.toString()],
  ])('serves cyanotype://%s by id, for ever', async (kind, type, pixels) => {
    const { id, handle } = servedImages()
    const response = await handle(new Request(`cyanotype://${kind}/${id}`))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe(pixels)
  })

  test('serves a thumbnail that stands in for another only once', async () => {
    const { id, handle } = servedImages()
    const response = await handle(new Request(`cyanotype://small/${id}`))
    expect(await response.text()).toBe('pixels, small')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><title>Hello</title>'],
    ['a video', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom')],
  ])('answers 415 where %s is in the place of an image', async (_, content) => {
    const { id, handle } = servedImages(content)
    for (const kind of ['image', 'preview'])
      expect((await handle(new Request(`cyanotype://${kind}/${id}`))).status).toBe(415)
  })

  test('answers with nothing where an empty file is', async () => {
    const { id, handle } = servedImages('')
    const response = await handle(new Request(`cyanotype://image/${id}`))
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe('')
  })

  test.each<[string, (path: string) => void]>([
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    [
      'a file longer than any image',
      (path) => [writeFileSync(path, png), truncateSync(path, longestImage + 1)],
    ],
  ])('answers 404 where %s has taken the place of an image', async (_, put) => {
    const { id, path, handle } = servedImages()
    rmSync(path)
    put(path)
    expect((await handle(new Request(`cyanotype://image/${id}`))).status).toBe(404)
  })

  test('answers 404 to an id without a row', async () => {
    const { handle } = servedImages()
    const response = await handle(new Request(`cyanotype://image/${newId(0)}`))
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('never takes a path from a URL', async () => {
    const { id, path, asked, handle } = servedImages()
    for (const url of [
      `cyanotype://image${path}`,
      `cyanotype://image/${encodeURIComponent(path)}`,
      `cyanotype://image/../${id}/../../etc/passwd`,
      `cyanotype://image/${id}/..%2f..%2fetc%2fpasswd`,
      `cyanotype://file/${id}`,
      `cyanotype://image/${id}?path=${path}`,
      'cyanotype://image/',
    ]) {
      expect((await handle(new Request(url))).status, url).toBe(404)
    }
    expect(asked).toEqual([])
  })
})
