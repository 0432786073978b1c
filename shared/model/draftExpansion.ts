import { type AppError, AppFailure, appError } from '../errors'
import type { Connection } from './connection'
import {
  countMaximum,
  type Draft,
  type JobRequest,
  type PlannedRequest,
  planRequests,
  type TemplateDraft,
} from './draft'
import { type ExtraField, extraLength } from './extraFields'
import { partCost } from './partSizes'
import { promptMaximum } from './prompt'
import { parseTemplate, type Template } from './template'
import {
  countCeiling,
  countExpansions,
  expandTemplate,
  type TemplateValues,
  unknownVariables,
} from './templateExpansion'
import { measureTemplate } from './templateMeasure'

/** The most variables in one prompt of the form: each has its own field. */
export const fieldsMaximum = 50

/** The most characters of all requests of one press: each request is stored in full. */
export const charactersMaximum = 20_000_000

/** What tells the prompts that a draft stands for. */
export type Expandable = Pick<Draft, 'prompt' | 'variables' | 'readsJson'>

/** A draft's prompt, parsed, and what it expands to. */
export interface Expansion {
  readonly prompt: string
  readonly template: Template
  readonly values: TemplateValues
  /** How many prompts; null while a variable has no value. */
  readonly count: bigint | null
}

/** The values of a variable: one per line, trimmed; empty lines don't count. */
export function valuesOf(text: string): readonly string[] {
  return text
    .split(/[\n\r]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Takes time in proportion to the prompt, however many prompts it stands for. */
export function readExpansion({ prompt, variables, readsJson }: Expandable): Expansion {
  const template = parseTemplate(prompt, { readsJson })
  const texts = new Map(Object.entries(variables))
  const values = new Map(template.variables.map(({ key }) => [key, valuesOf(texts.get(key) ?? '')]))
  const known = unknownVariables(template, values).length === 0
  return { prompt, template, values, count: known ? countExpansions(template, values) : null }
}

/** What each prompt makes. */
export interface PromptTotal {
  readonly requests: number
  readonly images: number
}

/** How much of a prompt is shown of a brace without a partner, in characters: from there on, or up to there. */
const shownOfBrace = 40

/** That a brace at this place has no partner, though one seems to be meant. */
export const braceUnpaired = (prompt: string, place: number): AppError =>
  appError('braceUnpaired', {
    params: {
      part:
        prompt[place] === '{'
          ? prompt.slice(place, place + shownOfBrace)
          : prompt.slice(Math.max(0, place + 1 - shownOfBrace), place + 1),
    },
  })

/**
 * Why these prompts can't be queued, determined before any of them is made: `braceUnpaired`, `variablesTooMany`, `variableEmpty`,
 * `countlessImages`, `tooManyImages`, `alternativesEmpty`, `promptTooLong` or `requestsTooLong`. Null if they can.
 */
export function expansionProblem(
  { prompt, template, values, count }: Expansion,
  { requests, images }: PromptTotal,
): AppError | null {
  if (template.unpaired !== null) return braceUnpaired(prompt, template.unpaired)
  if (template.variables.length > fieldsMaximum) {
    return appError('variablesTooMany', { params: { maximum: fieldsMaximum } })
  }
  const [empty] = unknownVariables(template, values)
  if (empty !== undefined || count === null) {
    const { name = '', key = '' } = empty ?? {}
    return appError('variableEmpty', { params: { name, key } })
  }
  if (count >= countCeiling) return appError('countlessImages', { params: { maximum: countMaximum } })
  const total = count * BigInt(images)
  if (total > countMaximum) {
    return appError('tooManyImages', { params: { images: String(total), maximum: countMaximum } })
  }
  const { blank, longest } = measureTemplate(template, values)
  if (blank) return appError('alternativesEmpty')
  if (longest > promptMaximum) return appError('promptTooLong', { params: { maximum: promptMaximum } })
  const characters = Number(count) * requests * longest
  if (characters > charactersMaximum) {
    return appError('requestsTooLong', { params: { characters, maximum: charactersMaximum } })
  }
  return null
}

/** The requests of every prompt that a draft stands for. Throws AppFailure as `expansionProblem` says. */
export function planExpansion(draft: TemplateDraft, connection: Connection): readonly PlannedRequest[] {
  const expansion = readExpansion(draft)
  const problem = expansionProblem(expansion, totalOf(planRequests(draft, connection)))
  if (problem !== null) throw new AppFailure(problem)
  const { template, values } = expansion
  return [...expandTemplate(template, values)].flatMap((prompt) =>
    planRequests({ ...draft, prompt }, connection),
  )
}

/** A request costs as much to write as this many characters, besides those of its prompt. */
const requestCost = 300

/** What it costs to write a request. */
export const costToWrite = ({ prompt, extra, connectionExtra }: JobRequest): number =>
  requestCost + prompt.length + extraLength(extra) + extraLength(connectionExtra)

/**
 * Whether a draft stands for more than is written in one go, `added` being the extra fields of its connection. False
 * while a variable has no value.
 */
export function isLong(draft: TemplateDraft, added: readonly ExtraField[]): boolean {
  const { template, values, count } = readExpansion(draft)
  if (count === null) return false
  const { longest } = measureTemplate(template, values)
  const cost = requestCost + longest + extraLength(draft.extra) + extraLength(added)
  return Number(count) * draft.n * cost > partCost
}

export function totalOf(planned: readonly PlannedRequest[]): PromptTotal {
  return { requests: planned.length, images: planned.reduce((sum, { images }) => sum + images, 0) }
}
