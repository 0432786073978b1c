import { formatOf } from '@shared/model/imageSignature'
import type { Core } from '../core/core'
import { idPattern } from '../core/ids'
import { longestImage } from '../core/library/libraryFolders'
import { bytesOfPlain } from '../core/plainFile'

const address = new RegExp(`^cyanotype://(small|thumb|image|preview)/(${idPattern})(?:\\?\\d{1,16})?$`)

/**
 * Serves pixels by the id of a row; no path is ever taken from a URL.
 * Reading it all answers these sizes faster than a stream through `net.fetch`.
 */
export function createImageHandler(
  core: Promise<Pick<Core, 'images' | 'previews'>>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const [, kind, id] = address.exec(request.url) ?? []
    if (request.method !== 'GET' || id === undefined) return withoutPixels(404)
    // It may be in a folder that isn't responding right now.
    const found = await pixelsOf(await core, kind, id).catch(() => null)
    if (found === null) return withoutPixels(404)
    // A file that is empty says so by itself.
    if (found === 'noImage') return withoutPixels(415)
    return new Response(found.bytes, {
      headers: {
        'content-type': found.type,
        'x-content-type-options': 'nosniff',
        'cache-control': found.isLasting ? 'private, max-age=31536000, immutable' : 'no-store',
        // The page decodes thumbnails itself, and no other page is ever shown in this session.
        'access-control-allow-origin': '*',
      },
    })
  }
}

interface Pixels {
  readonly bytes: Buffer
  readonly type: string
  /** The image of an id never changes, but a thumbnail may stand in for another. */
  readonly isLasting: boolean
}

async function pixelsOf(
  { images, previews }: Pick<Core, 'images' | 'previews'>,
  kind: string | undefined,
  id: string,
): Promise<Pixels | 'noImage' | null> {
  if (kind === 'thumb' || kind === 'small') {
    const thumbnail = await images.thumbnail(id, kind)
    return thumbnail === null ? null : { ...thumbnail, type: 'image/webp' }
  }
  const path = kind === 'preview' ? previews.file(id) : await images.pictureFile(id)
  if (path === null) return null
  // Another program may have put anything in its place since: only what is an image now is served, and as what it is.
  const bytes = await bytesOfPlain(path, longestImage)
  if (bytes === null) return null
  const format = formatOf(bytes)
  if (format !== null) return { bytes, type: `image/${format}`, isLasting: true }
  return bytes.length > 0 ? 'noImage' : { bytes, type: 'application/octet-stream', isLasting: false }
}

/** 404: no such image, or its file isn't within reach. 415: its file is no image. */
function withoutPixels(status: 404 | 415): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
