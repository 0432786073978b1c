import { negativePrompt } from '@shared/model/brought'
import { type Account, plainAccount } from './account'
import type { ReadingBudget } from './readingBudget'

const negativeMark = /^Negative prompt:\s?/m
const stepsLine = /^Steps: \d[^\n]*$/gm

/**
 * The text that Automatic1111 writes, and many others after it: the prompt, a negative prompt, and a line of settings.
 * Null if it hasn't that line, without which it may be any text.
 */
export function readParameters(text: string, budget: ReadingBudget): Account | null {
  const line = [...text.matchAll(stepsLine)].at(-1)
  if (line === undefined) return null
  const before = text.slice(0, line.index)
  const negative = negativeMark.exec(before)
  const prompt = (negative === null ? before : before.slice(0, negative.index)).trim()
  const unwanted = negative === null ? '' : before.slice(negative.index + negative[0].length).trim()
  const settings = [...settingsIn(line[0], budget)]
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
export function readLooseParameters(text: string, budget: ReadingBudget): Account {
  const negative = negativeMark.exec(text)
  return (
    readParameters(text, budget) ??
    plainAccount((negative === null ? text : text.slice(0, negative.index)).trim())
  )
}

/** Programs that write the same text say so in their version. */
function toolOf(version: string | null): string {
  if (version === null) return 'Stable Diffusion web UI'
  if (version.startsWith('f')) return 'Stable Diffusion WebUI Forge'
  return version.startsWith('ComfyUI') ? 'ComfyUI' : 'Stable Diffusion web UI'
}

/** The most characters of the name of a setting. */
const nameMaximum = 40

const ofName = /[\w ]/
const blanks = /\s*/y

/** Names and values, with commas between them; a value that has some is quoted. Each is looked at once, for a step. */
function* settingsIn(line: string, budget: ReadingBudget): Generator<readonly [name: string, value: string]> {
  let at = 0
  while (at < line.length && budget.step()) {
    const colon = line.indexOf(':', at)
    if (colon < 0) return
    const first = Math.max(at, colon - nameMaximum)
    let begin = colon
    while (begin > first && ofName.test(line.charAt(begin - 1))) begin--
    at = colon + 1
    if (begin === colon) continue
    blanks.lastIndex = at
    blanks.test(line)
    const end = valueEnd(line, blanks.lastIndex)
    yield [line.slice(begin, colon).trim(), unquoted(line.slice(at, end).trim())]
    at = end + 1
  }
}

/** At a comma, or at the end of the line. */
function valueEnd(line: string, from: number): number {
  const quoted = quotedEnd(line, from)
  if (quoted === line.length || line.charAt(quoted) === ',') return quoted
  const comma = line.indexOf(',', from)
  return comma < 0 ? line.length : comma
}

/** Behind the quote that ends what one begins there; the place itself if there is none. */
function quotedEnd(line: string, from: number): number {
  if (line.charAt(from) !== '"') return from
  for (let at = from + 1; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '"') return at + 1
    // Whatever it escapes is no quote.
    if (character === '\\') at++
  }
  return from
}

function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1
    ? value.slice(1, -1).replace(/\\(.)/g, '$1')
    : value
}
