import type { Connection } from '@shared/model/connection'
import { type Draft, type RequestOption, unsentOptions } from '@shared/model/draft'
import { type Expandable, type Expansion, readExpansion } from '@shared/model/draftExpansion'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import { type References, useReferences } from '../../parts/useReferences'
import {
  type CheckedField,
  checkDraft,
  checkedFields,
  type DraftCheck,
  type Problem,
} from '../../stores/draftCheck'
import { useDraft, useStores } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
import { focusField } from '../../ui/focusField'
import { useGenerate } from './useGenerate'

export interface Compose {
  readonly connection: Connection
  readonly draft: Draft
  /** What the prompt expands to. */
  readonly expansion: Expansion
  readonly check: DraftCheck
  /** What was entered and wouldn't be sent in this mode. */
  readonly unsent: readonly RequestOption[]
  readonly references: References
  /** Why the last press of Generate failed. */
  readonly failure: string | null
  edit(patch: Partial<Draft>): void
  /** The user left a field, so its error may be shown now. */
  touch(field: CheckedField): void
  /** A field's error in words, once the field was touched or Generate was pressed. */
  problem(field: CheckedField): string | null
  /** Queues what the form holds now; returns the first invalid field, or null. Never waits for the queue. */
  submit(options: { readonly first: boolean }): CheckedField | null
  /** The form's element, in which the first invalid field is found by its `data-field`. */
  readonly form: RefObject<HTMLElement | null>
}

/** The compose form: the draft, its errors, and what Generate does. */
export function useCompose(connection: Connection): Compose {
  const { draft: drafts, paidQuestion } = useStores()
  const errorText = useErrorText()
  const draft = useDraft((state) => state.draft)
  const form = useRef<HTMLElement>(null)
  const [touched, setTouched] = useState<ReadonlySet<CheckedField>>(new Set())
  const references = useReferences(draft.image, (image) => drafts.edit({ image }))
  const { write: writeReference } = references
  const { failure, generate } = useGenerate(connection, () => setTouched(new Set()))

  useEffect(() => {
    void drafts.open(connection)
  }, [drafts, connection])

  useEffect(
    () =>
      drafts.subscribe(({ fills }, before) => {
        if (fills === before.fills) return
        setTouched(new Set())
        writeReference('')
        // Before the form shows it, so that text put into the focused field is an undo step of its own.
        focusField(form.current, 'prompt')
      }),
    [drafts, writeReference],
  )

  const expansion = useExpansion(draft)
  const whole = { ...draft, image: references.withText }
  const check = checkDraft(whole, expansion, connection)
  const problemOf = (field: CheckedField): Problem | null =>
    check.ok ? null : (check.problems[field] ?? null)

  return {
    connection,
    draft,
    expansion,
    check,
    unsent: unsentOptions(whole, connection),
    references,
    failure,
    form,
    edit: drafts.edit,
    touch(field) {
      const code = problemOf(field)?.code
      // An empty field is only reported when Generate is pressed.
      if (code !== 'promptEmpty' && code !== 'variableEmpty' && code !== 'modelEmpty')
        setTouched(new Set([...touched, field]))
    },
    problem(field) {
      const problem = problemOf(field)
      return problem === null || !touched.has(field) ? null : oneLine(errorText(problem))
    },
    submit(options) {
      // Sends what is in the form now, however long the prompt.
      const ready = checkDraft(whole, readExpansion(draft), connection)
      if (!ready.ok) {
        setTouched(new Set(checkedFields))
        return checkedFields.find((field) => ready.problems[field] !== undefined) ?? null
      }
      if (references.text !== '') references.keep(references.text)
      // The focus returns to the prompt, whatever the answer.
      if (paidQuestion.isAsked(ready.requests)) focusField(form.current, 'prompt')
      generate(ready, options)
      return null
    },
  }
}

/** Up to this many characters are expanded at every key: it takes a few milliseconds at worst. */
const shortMaximum = 20_000
/** Longer prompts are expanded once typing has paused for this many milliseconds. */
const settleTime = 300

/** What the prompt expands to. For a long prompt: what it expanded to when typing last paused. */
export function useExpansion({ prompt, variables, readsJson }: Expandable): Expansion {
  const typed = useMemo((): Expandable => ({ prompt, variables, readsJson }), [prompt, variables, readsJson])
  const [settled, setSettled] = useState(typed)
  const long = lengthOf(typed) > shortMaximum
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), long ? settleTime : 0)
    return () => clearTimeout(timer)
  }, [typed, long])

  const read = long ? settled : typed
  return useMemo(() => readExpansion(read), [read])
}

function lengthOf({ prompt, variables }: Expandable): number {
  return Object.values(variables).reduce((sum, text) => sum + text.length, prompt.length)
}
