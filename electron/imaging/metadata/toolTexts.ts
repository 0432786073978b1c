import type { Carrier, StatedFact } from '@shared/model/copyAccount'
import type { ImageDescription } from '@shared/processes/imaging'
import type { ExifContent } from './exifBlock'
import { madeWith } from './madeWith'
import { writableText } from './writableText'

/** What the texts for other image generators say. */
const toolFacts: readonly StatedFact[] = ['prompt', 'model', 'pixels', 'program']

/** As Automatic1111's web UI reads it: it takes a last line for settings from three of them on. */
function parametersText({ prompt, model, width, height }: ImageDescription): string {
  const settings = { Size: `${width}x${height}`, Model: quoted(model), Version: madeWith }
  const line = Object.entries(settings).map(([name, value]) => `${name}: ${value}`)
  return writableText(`${prompt}\n${line.join(', ')}`)
}

const quoted = (value: string): string => (/[,:\n"]/.test(value) ? JSON.stringify(value) : value)

/** As InvokeAI reads it. */
function invokeText({ prompt, model, width, height }: ImageDescription): string {
  return JSON.stringify({
    app_version: madeWith,
    generation_mode: 'txt2img',
    positive_prompt: writableText(prompt),
    negative_prompt: '',
    model: { name: writableText(model) },
    width,
    height,
  })
}

/** What something in a file says. */
export interface Stated {
  readonly carrier: Carrier
  readonly facts: readonly StatedFact[]
}

/** Texts of a PNG, for other image generators. */
export const toolTexts = (
  description: ImageDescription,
): readonly (Stated & { readonly keyword: string; readonly text: string })[] => [
  {
    carrier: 'invokeai',
    facts: toolFacts,
    keyword: 'invokeai_metadata',
    text: invokeText(description),
  },
  ...(description.forWebUi
    ? [
        {
          carrier: 'webUi' as const,
          facts: toolFacts,
          keyword: 'parameters',
          text: parametersText(description),
        },
      ]
    : []),
]

export type Told = NonNullable<ExifContent['told']>

/** What stands in EXIF. */
export const toldOf = (description: ImageDescription): Told => ({
  software: madeWith,
  comment: description.forWebUi ? parametersText(description) : description.prompt,
  savedAt: description.savedAt,
})

/** What that says. */
export function statedInExif({ forWebUi }: ImageDescription, { comment }: Told): readonly Stated[] {
  const hasPrompt = comment !== ''
  return [
    { carrier: 'exif', facts: ['saved', 'program', ...(hasPrompt && !forWebUi ? ['prompt' as const] : [])] },
    ...(hasPrompt && forWebUi ? [{ carrier: 'webUi' as const, facts: toolFacts }] : []),
  ]
}
