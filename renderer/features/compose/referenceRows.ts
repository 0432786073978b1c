import type { DropPlace } from '../../ui/rowDrag'

/** The list with one entry moved; unchanged at its ends. */
export function moveReference(image: readonly string[], from: number, to: number): string[] {
  const moved = image[from]
  if (moved === undefined || to < 0 || to >= image.length) return [...image]
  return image.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Where a row that is let go beside another comes to stand. Rows are named by their position. */
export function droppedAt(from: number, { to, id }: DropPlace): number {
  const gap = Number(id) + (to === 'after' ? 1 : 0)
  return gap > from ? gap - 1 : gap
}

/** Characters of an address's end that tell it from others. */
const endLength = 20
const queryLength = 12

/** What tells an address at a glance: who has it, and how it ends. */
export function addressParts(url: string): { readonly host: string; readonly end: string } {
  if (!URL.canParse(url)) return { host: url, end: '' }
  const { host, pathname, search } = new URL(url)
  // A long query is a signature as a rule, which tells nothing.
  const rest = `${pathname}${search.length > queryLength ? '?…' : search}`
  if (rest === '/') return { host, end: '' }
  return { host, end: rest.length <= endLength ? rest : `…${rest.slice(-endLength)}` }
}

/** The addresses that were dropped: links, the image of a page by its own, or text. */
export function droppedText(data: Pick<DataTransfer, 'getData'>): string {
  const links = data.getData('text/uri-list').split(/\r?\n/)
  return (
    links
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .trim() || data.getData('text/plain').trim()
  )
}
