import type { Draft } from '@shared/model/draft'
import type {
  HistoryPrompt,
  HistoryRow,
  PromptTemplate,
  TemplateRow,
  UsedField,
  UsedValues,
  Variables,
} from '@shared/model/prompt'
import type { ReplacedDraft } from '@shared/model/replacedDraft'

/** What was queued, exactly as typed. */
export interface PromptUse {
  readonly connectionId: string
  readonly prompt: string
  readonly model: string
  /** Empty if the service chooses: then there is nothing to remember. */
  readonly size: string
  /** By `variableKey`; those the prompt doesn't name are ignored. */
  readonly variables: Variables
}

/** Rows that hold every word of `text`, in any order, whatever the case. */
export interface PromptSearch {
  readonly text: string
  readonly offset: number
  readonly limit: number
}

export interface Found<Row> {
  /** Of all rows that match. */
  readonly total: number
  readonly rows: Row[]
}

export interface PromptHistory {
  /** Newest first. */
  search(query: PromptSearch): Found<HistoryRow>
  /** Throws AppFailure `rowMissing`. */
  entry(number: number): HistoryPrompt
  /** The next one; `from` null means after the newest, and that row needn't exist any more. */
  step(from: number | null, to: 'older' | 'newer'): HistoryPrompt | null
  /** Stores the words as the newest; the oldest beyond the caps are removed. */
  add(prompt: string): void
  /** One, or all for null; returns how many. Can be undone until the next call, or the end of the app. */
  forget(number: number | null): number
  /** Undoes `forget`; returns how many are back. */
  recall(): number
}

export interface PromptTemplates {
  /** By name. */
  search(query: PromptSearch): Found<TemplateRow>
  /** Throws AppFailure `rowMissing`. */
  read(id: string): PromptTemplate
  /** Returns the id. Throws AppFailure `templateNameTaken`, unless `replace`. */
  save(template: Omit<PromptTemplate, 'id'>, options: { readonly replace: boolean }): string
  /** Throws AppFailure `templateNameTaken` or `rowMissing`. */
  rename(id: string, name: string): void
  /** Can be undone until the next call, or the end of the app. */
  remove(id: string): void
  /** Undoes `remove`; returns how many are back. */
  restore(): number
}

/** Models and sizes by connection, and the values of variables: the most recent of each, up to a limit. */
export interface RememberedValues {
  used(connectionId: string): UsedValues
  addUsed(connectionId: string, field: UsedField, value: string): void
  forgetUsed(connectionId: string, field: UsedField, value: string): void
  /** For those of the names that had any values, by the name as passed. */
  valuesOf(names: readonly string[]): Variables
  addValue(name: string, value: string): void
}

/** Drafts that something else replaced in the form: the newest, each whole and only once. */
export interface ReplacedDrafts {
  /** Does nothing for one without words and references. */
  keep(draft: Draft): void
  /** Newest first. */
  list(): ReplacedDraft[]
  /** Throws AppFailure `rowMissing`. */
  read(number: number): Draft
}

/** The history of composing, offered again in the form. */
export interface Prompts {
  readonly history: PromptHistory
  readonly templates: PromptTemplates
  readonly values: RememberedValues
  readonly replaced: ReplacedDrafts
  /** Never throws: a failure to remember must not keep anything from being queued. */
  record(use: PromptUse): void
}
