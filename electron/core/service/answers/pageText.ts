/** Many servers label every text as HTML: without a single tag it isn't a page, whatever its type says. */
export function looksLikeHtml(text: string, contentType: string | undefined): boolean {
  return (
    looksLikePage(text) ||
    (/\bhtml\b/i.test(contentType ?? '') && /<[a-z!/][^<>]*>/i.test(text.slice(0, 20_000)))
  )
}

/** Whatever its type says, it begins as a page. */
export const looksLikePage = (text: string): boolean =>
  /^\s*<(!doctype html|html|head|body)\b/i.test(text.slice(0, 20_000))

/** Plain words, not the beginning of JSON. */
export function looksLikeText(text: string): boolean {
  const head = text.slice(0, 20_000).trim()
  return head !== '' && !/^[{[]/.test(head) && !/[\p{Cc}\ufffd]/u.test(head.replace(/[\t\n\r]/g, ''))
}

/** The readable part of a page or a text, at most 2,000 characters. */
export function plainText(text: string, isHtml: boolean): string {
  const head = text.slice(0, 20_000)
  const readable = isHtml ? withoutCode(head).replace(/<[^>]*>?/g, ' ') : head
  return readable.replace(/\s+/g, ' ').trim().slice(0, 2000)
}

/** Without scripts and styles. What has no end is text, and its end is looked for once. */
function withoutCode(page: string): string {
  const opening = /<(script|style)\b/gi
  const closing = { script: /<\/script>/gi, style: /<\/style>/gi }
  const endless = new Set<keyof typeof closing>()
  let kept = ''
  let from = 0
  for (let begin = opening.exec(page); begin !== null; begin = opening.exec(page)) {
    const name = begin[1]?.toLowerCase() === 'script' ? 'script' : 'style'
    closing[name].lastIndex = opening.lastIndex
    if (endless.has(name)) continue
    if (closing[name].test(page)) {
      kept += `${page.slice(from, begin.index)} `
      from = closing[name].lastIndex
      opening.lastIndex = from
    } else endless.add(name)
  }
  return kept + page.slice(from)
}
