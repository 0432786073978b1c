import { draftSchema, sendableDraftSchema } from '@shared/model/draft'

const oneReference = sendableDraftSchema.shape.image
const list = draftSchema.shape.image

export interface TakenReferences {
  readonly image: string[]
  /** What is no image URL, or finds no room in the list. */
  readonly left: string
  /** Addresses that stand in the list already. */
  readonly again: number
}

/** Takes addresses out of pasted, dropped or typed text, one a line or a word, each once. */
export function takeReferences(present: readonly string[], text: string): TakenReferences {
  let image = [...present]
  const left: string[] = []
  let again = 0
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = [...image, word]
    if (image.includes(word)) again += 1
    else if (oneReference.safeParse([word]).success && list.safeParse(longer).success) image = longer
    else left.push(word)
  }
  return { image, left: left.join('\n'), again }
}
