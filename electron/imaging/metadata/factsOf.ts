import { type StatedFact, sourceNames, sourceTypes, statedFacts } from '@shared/model/copyAccount'
import type { ImageDescription } from '@shared/processes/imaging'
import { localTime } from './localTime'
import { madeWith } from './madeWith'
import { writableText } from './writableText'

export type Facts = ReadonlyMap<StatedFact, readonly string[]>

/** What there is to say of a description, as it can be written. */
export function factsOf(description: ImageDescription): Facts {
  const { prompt, revisedPrompt, model, system, size, n, taskId, savedAt, rating } = description
  const { day, time, zone } = localTime(savedAt)
  const values: Readonly<Record<StatedFact, readonly (string | null)[]>> = {
    prompt: [prompt],
    revisedPrompt: [revisedPrompt],
    model: [model],
    system: [system],
    // Without a prompt it was brought in, and may be a photograph.
    source: [prompt === '' ? null : `${sourceTypes}${sourceNames[description.hasReferences ? 1 : 0]}`],
    size: [size],
    // Of a file that is only kept, they aren't known.
    pixels: [description.width === 0 ? null : `${description.width}x${description.height}`],
    images: [n === null ? null : String(n)],
    collections: description.collections,
    rating: [rating === 0 ? null : String(rating)],
    saved: [`${day}T${time}${zone}`],
    task: [taskId],
    program: [madeWith],
  }
  return new Map(
    statedFacts.flatMap((fact) => {
      const known = values[fact].flatMap((value) => (value === null || value === '' ? [] : value))
      return known.length === 0 ? [] : [[fact, known.map(writableText)] as const]
    }),
  )
}
