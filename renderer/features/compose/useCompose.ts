import type { Connection } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import { type Expansion, readExpansion } from '@shared/model/draftExpansion'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import {
  type CheckedField,
  checkDraft,
  checkedFields,
  type DraftCheck,
  type Problem,
} from '../../stores/draftCheck'
import { type TakenReferences, takeReferences } from '../../stores/references'
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
  /** Reference text that isn't in the list yet. */
  readonly referenceText: string
  /** Why the last press of Generate failed. */
  readonly failure: string | null
  edit(patch: Partial<Draft>): void
  /** The person left a field, so its error may be shown now. */
  touch(field: CheckedField): void
  /** A field's error in words, once the field was touched or Generate was pressed. */
  problem(field: CheckedField): string | null
  writeReferences(text: string): void
  /** Moves the complete addresses of the reference text into the list. */
  keepReferences(text: string): TakenReferences
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
  const [referenceText, setReferenceText] = useState('')
  const { failure, generate } = useGenerate(connection, () => setTouched(new Set()))

  useEffect(() => {
    void drafts.open(connection)
  }, [drafts, connection])

  useEffect(
    () =>
      drafts.subscribe(({ fills }, before) => {
        if (fills === before.fills) return
        setTouched(new Set())
        setReferenceText('')
        // Before the form shows it, so that text put into the focused field is an undo step of its own.
        focusField(form.current, 'prompt')
      }),
    [drafts],
  )

  const expansion = useExpansion(draft)
  const check = checked(draft, expansion, referenceText, connection)
  const problemOf = (field: CheckedField): Problem | null =>
    check.ok ? null : (check.problems[field] ?? null)

  const keepReferences = (text: string): TakenReferences => {
    const taken = takeReferences(draft.image, text)
    const { image, left } = taken
    if (image.length > draft.image.length) drafts.edit({ image })
    setReferenceText(left)
    return taken
  }

  return {
    connection,
    draft,
    expansion,
    check,
    referenceText,
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
    writeReferences: setReferenceText,
    keepReferences,
    submit(options) {
      // Sends what is in the form now, however long the prompt.
      const ready = checked(draft, readExpansion(draft), referenceText, connection)
      if (!ready.ok) {
        setTouched(new Set(checkedFields))
        return checkedFields.find((field) => ready.problems[field] !== undefined) ?? null
      }
      if (referenceText !== '') keepReferences(referenceText)
      // The focus returns to the prompt, whatever the answer.
      if (paidQuestion.isAsked(ready.requests)) focusField(form.current, 'prompt')
      generate(ready, options)
      return null
    },
  }
}

/** Includes reference text that was typed in a field the person hasn't left yet. */
function checked(
  draft: Draft,
  expansion: Expansion,
  referenceText: string,
  connection: Connection,
): DraftCheck {
  const { image, left } = takeReferences(draft.image, referenceText)
  return checkDraft({ ...draft, image: left === '' ? image : [...image, left] }, expansion, connection)
}

/** Up to this many characters are expanded at every key: it takes a few milliseconds at worst. */
const shortMaximum = 20_000
/** Longer prompts are expanded once typing has paused for this many milliseconds. */
const settleTime = 300

type Read = Pick<Draft, 'prompt' | 'variables'>

/** What the prompt expands to. For a long prompt: what it expanded to when typing last paused. */
export function useExpansion({ prompt, variables }: Read): Expansion {
  const typed = useMemo((): Read => ({ prompt, variables }), [prompt, variables])
  const [settled, setSettled] = useState(typed)
  const long = lengthOf(typed) > shortMaximum
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), long ? settleTime : 0)
    return () => clearTimeout(timer)
  }, [typed, long])

  const read = long ? settled : typed
  return useMemo(() => readExpansion(read), [read])
}

function lengthOf({ prompt, variables }: Read): number {
  return Object.values(variables).reduce((sum, text) => sum + text.length, prompt.length)
}
