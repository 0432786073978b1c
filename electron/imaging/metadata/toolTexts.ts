import type { ImageDescription } from '@shared/processes/imaging'
import type { ExifContent } from './exifBlock'
import { madeWith } from './madeWith'
import { writableText } from './writableText'

/** As Automatic1111's web UI reads it: it takes a last line for settings from three of them on. */
export function parametersText({ prompt, model, width, height }: ImageDescription): string {
  const settings = { Size: `${width}x${height}`, Model: quoted(model), Version: madeWith }
  const line = Object.entries(settings).map(([name, value]) => `${name}: ${value}`)
  return writableText(`${prompt}\n${line.join(', ')}`)
}

const quoted = (value: string): string => (/[,:\n"]/.test(value) ? JSON.stringify(value) : value)

/** As InvokeAI reads it. */
export function invokeText({ prompt, model, width, height }: ImageDescription): string {
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

/** What stands in EXIF. */
export const toldOf = (description: ImageDescription): NonNullable<ExifContent['told']> => ({
  software: madeWith,
  comment: description.forWebUi ? parametersText(description) : description.prompt,
  savedAt: description.savedAt,
})
