import type { DropPlace } from '../ui/rowDrag'

/** The list with one entry moved; unchanged if it is moved past an end. */
export function moveReference(image: readonly string[], from: number, to: number): string[] {
  const moved = image[from]
  if (moved === undefined || to < 0 || to >= image.length) return [...image]
  return image.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** The new position of a row that is dropped beside another. Rows are identified by their position. */
export function droppedAt(from: number, { to, id }: DropPlace): number {
  const gap = Number(id) + (to === 'after' ? 1 : 0)
  return gap > from ? gap - 1 : gap
}

/** How many characters at an address's end tell it apart from others. */
const endLength = 16
const queryLength = 12

/** What identifies an address at a glance: its host, and how it ends. */
export function addressParts(url: string): { readonly host: string; readonly end: string } {
  if (!URL.canParse(url)) return { host: url, end: '' }
  const { host, pathname, search } = new URL(url)
  // A long query is usually a signature, which identifies nothing.
  const rest = `${pathname}${search.length > queryLength ? '?…' : search}`
  if (rest === '/') return { host, end: '' }
  return { host, end: rest.length <= endLength ? rest : `…${rest.slice(-endLength)}` }
}

/** The dropped addresses: links, an image dragged from a page (its own address), or text. */
export function droppedText(data: Pick<DataTransfer, 'getData'>): string {
  const links = data.getData('text/uri-list').split(/\r?\n/)
  return (
    links
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .trim() || data.getData('text/plain').trim()
  )
}
