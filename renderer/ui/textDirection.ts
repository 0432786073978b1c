/** Finding the direction of each line of a million characters takes Chromium seconds at every key. */
const automaticMaximum = 20_000

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** True if part of it runs from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/** `auto`, or for a long text the direction of its first letter. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= automaticMaximum) return 'auto'
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return hasRightToLeft(letter) ? 'rtl' : 'ltr'
}
