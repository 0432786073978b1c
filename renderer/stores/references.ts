import { draftSchema, sendableDraftSchema } from '@shared/model/draft'
import { imageAddresses } from '@shared/model/imageAddresses'

const oneReference = sendableDraftSchema.shape.image
const list = draftSchema.shape.image

export interface TakenReferences {
  readonly image: string[]
  /** Text that isn't an image URL, or for which there is no room in the list. */
  readonly left: string
  /** Addresses that are in the list already. */
  readonly again: number
}

/** Takes addresses out of pasted, dropped or typed text, one per line or word, without duplicates. */
export function takeReferences(present: readonly string[], text: string): TakenReferences {
  let image = [...present]
  const left: string[] = []
  let again = 0
  for (const word of imageAddresses(text)) {
    const longer = [...image, word]
    if (image.includes(word)) again += 1
    else if (oneReference.safeParse([word]).success && list.safeParse(longer).success) image = longer
    else left.push(word)
  }
  return { image, left: left.join('\n'), again }
}
