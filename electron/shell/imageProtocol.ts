import { readFile } from 'node:fs/promises'
import type { Core } from '../core/core'
import { idPattern } from '../core/ids'

const address = new RegExp(`^cyanotype://(small|thumb|image|preview)/(${idPattern})$`)

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
    const file = await fileOf(await core, kind, id).catch(() => null)
    const bytes = file === null ? null : await readFile(file.path).catch(() => null)
    if (file === null || bytes === null) return missing()
    return new Response(bytes, {
      headers: {
        'content-type': file.type,
        'x-content-type-options': 'nosniff',
        // The image of an id never changes.
        'cache-control': 'private, max-age=31536000, immutable',
      },
    })
  }
}

async function fileOf(
  { images, previews }: Pick<Core, 'images' | 'previews'>,
  kind: string | undefined,
  id: string,
) {
  if (kind === 'preview') return previews.file(id)
  return kind === 'image' ? images.pictureFile(id) : images.thumbnailFile(id)
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}
