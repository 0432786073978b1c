import { draftSchema, sendableDraftSchema } from '@shared/model/draft'

const oneReference = sendableDraftSchema.shape.image
const list = draftSchema.shape.image

/**
 * Takes addresses out of pasted or typed text, one a line or a word. What is no image URL, or finds no
 * room in the list, is left over.
 */
export function takeReferences(
  present: readonly string[],
  text: string,
): { readonly image: string[]; readonly left: string } {
  let image = [...present]
  const left: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = [...image, word]
    if (oneReference.safeParse([word]).success && list.safeParse(longer).success) image = longer
    else left.push(word)
  }
  return { image, left: left.join('\n') }
}

/** The list with one entry moved; unchanged at its ends. */
export function moveReference(image: readonly string[], from: number, to: number): string[] {
  const moved = image[from]
  if (moved === undefined || to < 0 || to >= image.length) return [...image]
  return image.toSpliced(from, 1).toSpliced(to, 0, moved)
}
