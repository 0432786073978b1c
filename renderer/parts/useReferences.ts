import { useState } from 'react'
import { type TakenReferences, takeReferences } from '../stores/references'

/** The reference images of a request, and the field that takes more. */
export interface References {
  readonly image: readonly string[]
  /** What is in the field: not in the list yet. */
  readonly text: string
  /** The list with what is in the field, even before the user leaves it. */
  readonly withText: string[]
  /** Replaces the list. */
  change(image: string[]): void
  write(text: string): void
  /** Moves the complete addresses of a text into the list; the rest stays in the field. */
  keep(text: string): TakenReferences
}

export function useReferences(image: readonly string[], change: (image: string[]) => void): References {
  const [text, write] = useState('')
  const typed = takeReferences(image, text)
  return {
    image,
    text,
    withText: typed.left === '' ? typed.image : [...typed.image, typed.left],
    change,
    write,
    keep(given) {
      const taken = takeReferences(image, given)
      if (taken.image.length > image.length) change(taken.image)
      write(taken.left)
      return taken
    },
  }
}
