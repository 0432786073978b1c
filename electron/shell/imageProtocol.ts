import { readFile } from 'node:fs/promises'
import { formatOf } from '@shared/model/imageSignature'
import type { Core } from '../core/core'
import { idPattern } from '../core/ids'

const address = new RegExp(`^cyanotype://(small|thumb|image|preview)/(${idPattern})(?:\\?\\d{1,16})?$`)

/**
 * Serves pixels by the id of a row; no path is ever taken from a URL.
 * `readFile` answers these sizes faster than a stream through `net.fetch`.
 */
export function createImageHandler(
  core: Promise<Pick<Core, 'images' | 'previews'>>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const [, kind, id] = address.exec(request.url) ?? []
    if (request.method !== 'GET' || id === undefined) return missing()
    // It may be in a folder that isn't responding right now.
    const found = await pixelsOf(await core, kind, id).catch(() => null)
    if (found === null) return missing()
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
): Promise<Pixels | null> {
  if (kind === 'thumb' || kind === 'small') {
    const thumbnail = await images.thumbnail(id, kind)
    return thumbnail === null ? null : { ...thumbnail, type: 'image/webp' }
  }
  const file = kind === 'preview' ? previews.file(id) : await images.pictureFile(id)
  if (file === null) return null
  const bytes = await readFile(file.path)
  // Another program may have put anything in its place since: only what is an image now is served, and as what it is.
  const format = formatOf(bytes)
  return format === null ? null : { bytes, type: `image/${format}`, isLasting: true }
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}
