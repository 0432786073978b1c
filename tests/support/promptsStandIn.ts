import { AppFailure, appError } from '@shared/errors'
import type { PromptTemplate, UsedValues, Variables } from '@shared/model/prompt'
import type { FakeBridge, Handlers } from './fakeBridge'

/** What the main process remembers about composing. */
export interface PromptsStandIn {
  /** Oldest first; numbers count up from 1. */
  readonly history: string[]
  readonly templates: PromptTemplate[]
  /** For every connection. */
  used: UsedValues
  /** By the name of the variable. */
  values: Variables
}

interface Entry {
  readonly number: number
  readonly prompt: string
}

const missing = () => new AppFailure(appError('rowMissing'))
const window = <Row>(rows: readonly Row[], offset: number, limit: number) => ({
  total: rows.length,
  rows: rows.slice(offset, offset + limit),
})

/** Keeps it in memory, and announces changes. */
export function promptHandlers(kept: PromptsStandIn, bridge: () => FakeBridge): Handlers {
  let forgotten: { readonly number: number | null } | null = null
  let removed: PromptTemplate | null = null
  let revision = 0

  const changed = <T>(answer: T): T => {
    revision += 1
    bridge().emit('prompts.changed', { revision })
    return answer
  }
  const entries = (): Entry[] =>
    kept.history
      .map((prompt, at) => ({ number: at + 1, prompt }))
      .filter(({ number }) => forgotten === null || (forgotten.number ?? number) !== number)
      .toReversed()

  return {
    'prompts.history': ({ text, offset, limit }) => {
      const found = entries().filter(({ prompt }) => prompt.includes(text))
      return window(
        found.map(({ number, prompt }) => ({ number, opening: prompt })),
        offset,
        limit,
      )
    },
    'prompts.entry': ({ number }) => {
      const found = entries().find((entry) => entry.number === number)
      if (found === undefined) throw missing()
      return found
    },
    'prompts.step': ({ from, to }) => {
      const all = entries()
      if (to === 'older') return all.find(({ number }) => number < (from ?? Number.MAX_SAFE_INTEGER)) ?? null
      return all.findLast(({ number }) => number > (from ?? Number.MAX_SAFE_INTEGER)) ?? null
    },
    'prompts.forget': ({ number }) => {
      const before = entries().length
      forgotten = { number }
      return changed({ forgotten: before - entries().length })
    },
    'prompts.recall': () => {
      const before = entries().length
      forgotten = null
      return changed({ recalled: entries().length - before })
    },
    'prompts.templates': ({ text, offset, limit }) => {
      const found = kept.templates.filter(({ name, prompt }) => `${name} ${prompt}`.includes(text))
      return window(
        found.map(({ id, name, prompt }) => ({ id, name, opening: prompt })),
        offset,
        limit,
      )
    },
    'prompts.template': ({ id }) => {
      const found = kept.templates.find((template) => template.id === id)
      if (found === undefined) throw missing()
      return found
    },
    'prompts.saveTemplate': ({ replace, ...template }) => {
      const at = kept.templates.findIndex(({ name }) => name === template.name)
      if (at >= 0 && !replace) throw new AppFailure(appError('templateNameTaken'))
      const id = kept.templates[at]?.id ?? `template-${kept.templates.length + 1}`
      kept.templates.splice(at < 0 ? kept.templates.length : at, at < 0 ? 0 : 1, { id, ...template })
      return changed({ id })
    },
    'prompts.renameTemplate': ({ id, name }) => {
      const at = kept.templates.findIndex((template) => template.id === id)
      const found = kept.templates[at]
      if (found === undefined) throw missing()
      kept.templates.splice(at, 1, { ...found, name })
      return changed(null)
    },
    'prompts.removeTemplate': ({ id }) => {
      const at = kept.templates.findIndex((template) => template.id === id)
      removed = kept.templates.splice(at, 1)[0] ?? null
      return changed(null)
    },
    'prompts.restoreTemplate': () => {
      const back = removed === null ? [] : [removed]
      removed = null
      kept.templates.push(...back)
      return changed({ restored: back.length })
    },
    'prompts.used': () => kept.used,
    'prompts.forgetUsed': ({ field, value }) => {
      kept.used = { ...kept.used, [field]: kept.used[field].filter((used) => used !== value) }
      return changed(null)
    },
    'prompts.values': ({ names }) =>
      Object.fromEntries(Object.entries(kept.values).filter(([name]) => names.includes(name))),
  }
}
