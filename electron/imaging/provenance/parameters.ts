import { negativePrompt } from '@shared/model/brought'
import { type Account, plainAccount } from './account'

const negativeMark = /^Negative prompt:\s?/m
const stepsLine = /^Steps: \d[^\n]*$/gm
const setting = /([\w ]{1,40}):\s*("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/g

/**
 * The text that Automatic1111 writes, and many others after it: the prompt, a negative prompt, and a line of settings.
 * Null if it hasn't that line, without which it may be any text.
 */
export function readParameters(text: string): Account | null {
  const line = [...text.matchAll(stepsLine)].at(-1)
  if (line === undefined) return null
  const before = text.slice(0, line.index)
  const negative = negativeMark.exec(before)
  const prompt = (negative === null ? before : before.slice(0, negative.index)).trim()
  const unwanted = negative === null ? '' : before.slice(negative.index + negative[0].length).trim()
  const settings = [...line[0].matchAll(setting)].map(
    ([, name = '', value = '']) => [name.trim(), unquoted(value.trim())] as const,
  )
  const of = (wanted: string): string | null => settings.find(([name]) => name === wanted)?.[1] ?? null
  return {
    prompt,
    model: of('Model') ?? of('Model hash'),
    tool: toolOf(of('Version')),
    facts: [
      ...(unwanted === '' ? [] : [[negativePrompt, unwanted] as const]),
      ...settings.filter(([name]) => name !== 'Model' && name !== 'Version'),
    ],
  }
}

/** Text under `parameters` is a prompt, whatever is missing. */
export function readLooseParameters(text: string): Account {
  const negative = negativeMark.exec(text)
  return (
    readParameters(text) ?? plainAccount((negative === null ? text : text.slice(0, negative.index)).trim())
  )
}

/** Programs that write the same text say so in their version. */
function toolOf(version: string | null): string {
  if (version === null) return 'Stable Diffusion web UI'
  if (version.startsWith('f')) return 'Stable Diffusion WebUI Forge'
  return version.startsWith('ComfyUI') ? 'ComfyUI' : 'Stable Diffusion web UI'
}

function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1
    ? value.slice(1, -1).replace(/\\(.)/g, '$1')
    : value
}
