import { z } from 'zod'
import { provenanceSchema } from './brought'

/** What a copy can say about its image, in the order in which it is shown. */
export const statedFacts = [
  'prompt',
  'revisedPrompt',
  'model',
  'system',
  'source',
  'size',
  'pixels',
  'images',
  'collections',
  'rating',
  'saved',
  'task',
  'program',
] as const

/** The forms in which a copy says it; the last two are those of other image generators. */
export const carriers = ['xmp', 'exif', 'invokeai', 'webUi'] as const

/** Where IPTC has its words for how an image came to be. */
export const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
/** Those of an image that was made without references, and with some. */
export const sourceNames = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'] as const

const writtenFieldSchema = z.object({
  fact: z.enum(statedFacts),
  /** As they are written, at least one; several of a list. */
  values: z.array(z.string()),
  carriers: z.array(z.enum(carriers)),
})

/** What a copy hasn't, and its image has. */
const copyLossSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('credentials') }),
  /** A text in the lowest bits of the pixels. */
  z.object({ kind: z.literal('hiddenText') }),
  /** What the file says, and the copy doesn't; null and empty for the rest. */
  z.object({ kind: z.literal('said'), said: provenanceSchema }),
  /** A JPEG has no room for the prompt in EXIF. */
  z.object({ kind: z.literal('exifPrompt') }),
  /** All but the first. */
  z.object({ kind: z.literal('frames'), frames: z.number().int() }),
  z.object({ kind: z.literal('size'), width: z.number().int(), height: z.number().int() }),
  /** What is behind transparent parts from now on. */
  z.object({ kind: z.literal('transparency'), background: z.string() }),
  /** Bits a channel, of which eight are left. */
  z.object({ kind: z.literal('depth'), bits: z.number().int() }),
  z.object({ kind: z.literal('profile') }),
  /** The format only keeps about what the pixels were. */
  z.object({ kind: z.literal('exactness'), quality: z.number().int() }),
])

/** What the copy of an image would say by a recipe, and what it would lose. */
export const copyAccountSchema = z.object({
  copy: z.enum(['asItIs', 'stripped', 'converted']),
  /** In the copy: empty for one that says nothing, or only what the file says. */
  inside: z.array(writtenFieldSchema),
  /** In a file beside it; null for none. */
  beside: z.array(writtenFieldSchema).nullable(),
  /** Of the image’s own file. */
  hasCredentials: z.boolean(),
  /** Whether its pixels hide a text; null if they couldn’t be looked at. */
  hidesText: z.boolean().nullable(),
  losses: z.array(copyLossSchema),
})

export type StatedFact = (typeof statedFacts)[number]
export type Carrier = (typeof carriers)[number]
export type WrittenField = z.infer<typeof writtenFieldSchema>
export type CopyLoss = z.infer<typeof copyLossSchema>
export type CopyAccount = z.infer<typeof copyAccountSchema>
