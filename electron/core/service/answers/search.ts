import { isSecure } from '@shared/model/connection'
import { type AnswerImage, type IsLifted, imageBytesIn } from './images'
import { isRecord } from './json'
import { isForeign, isOfOthers } from './names'
import { foundMaximum } from './reading'
import type { Path } from './records'

/** How deep and in how many values it is looked for. */
const depthLimit = 24
const valueLimit = 100_000
/** Characters. */
const urlLimit = 16_384

export interface SearchedImage {
  readonly image: AnswerImage
  readonly path: Path
}

/** The smaller, the likelier: bytes, an address that ends as that of an image, any other. */
type Rank = 0 | 1 | 2

/**
 * Looks through a whole answer for what may be the images, where nothing that is known holds one: bytes and public
 * addresses, the likeliest first. What stands under a name of what we sent, of pages or of other calls doesn't count.
 */
export function searchImages(
  body: unknown,
  options: {
    /** The most images. */
    readonly most: number
    readonly isLifted: IsLifted
    readonly isSent: (text: string) => boolean
  },
): readonly SearchedImage[] {
  const { most, isLifted, isSent } = options
  const found: (SearchedImage & { readonly rank: Rank })[] = []
  const seen = new Set<string>()
  let values = 0

  function look(text: string, path: Path): void {
    if (isSent(text) || seen.has(text)) return
    const bytes = imageBytesIn(text, isLifted)
    const url = bytes === null ? publicAddress(text) : null
    seen.add(text)
    if (bytes !== null) found.push({ image: bytes, path, rank: 0 })
    else if (url !== null)
      found.push({ image: { kind: 'url', url: url.href }, path, rank: endsAsImage(url) ? 1 : 2 })
    else
      for (const { href } of writtenImages(text, most))
        if (!isSent(href)) found.push({ image: { kind: 'url', url: href }, path, rank: 1 })
  }

  function visit(value: unknown, path: Path): void {
    values += 1
    if (values > valueLimit || path.length > depthLimit) return
    if (typeof value === 'string') look(value, path)
    else if (Array.isArray(value)) for (const [at, element] of value.entries()) visit(element, [...path, at])
    else if (isRecord(value))
      for (const [name, member] of Object.entries(value))
        if (!isForeign(name) && !isOfOthers(name)) visit(member, [...path, name])
  }

  visit(body, [])
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, Math.min(most, foundMaximum))
    .map(({ image, path }) => ({ image, path }))
}

/** Those that a text shows as images, in Markdown: at most so many, each once. */
function writtenImages(text: string, most: number): readonly URL[] {
  const urls = new Map<string, URL>()
  for (const [, address = ''] of text.matchAll(/!\[[^\]\n]{0,200}\]\((https?:\/\/[^\s()<>]{1,4000})\)/gi)) {
    const url = publicAddress(address)
    if (url !== null) urls.set(url.href, url)
    if (urls.size >= most) break
  }
  return [...urls.values()]
}

const endsAsImage = ({ pathname }: URL): boolean =>
  /\.(png|jpe?g|webp|gif|avif|heic|bmp|tiff?|jxl|svg)$/i.test(pathname)

/** https, or http on this computer; whether its host is public is known once it is asked for. */
function publicAddress(text: string): URL | null {
  if (text.length > urlLimit || !/^\s*https?:\/\/\S+\s*$/i.test(text)) return null
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  return url !== null && url.username === '' && url.password === '' && isSecure(url) ? url : null
}
