import type { Connection } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import { type Expansion, readExpansion } from '@shared/model/draftExpansion'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type CheckedField,
  checkDraft,
  checkedFields,
  type DraftCheck,
  type Problem,
} from '../../stores/draftCheck'
import { type TakenReferences, takeReferences } from '../../stores/references'
import { useDraft, useStores } from '../../stores/storesContext'
import { type ErrorText, useErrorText } from '../../text/errorText'
import { focusField } from '../../ui/focusField'
import { useExpansion } from './useExpansion'
import { useGenerate } from './useGenerate'

export interface Compose {
  readonly connection: Connection
  readonly draft: Draft
  /** What the prompt stands for. */
  readonly expansion: Expansion
  readonly check: DraftCheck
  /** Reference text that is not in the list yet. */
  readonly referenceText: string
  /** Why the last press of Generate came to nothing. */
  readonly failure: ErrorText | null
  edit(patch: Partial<Draft>): void
  /** The person left a field: what is wrong with it may be said. */
  touch(field: CheckedField): void
  /** What is wrong with a field, in words, once it was touched or Generate was pressed. */
  problem(field: CheckedField): string | null
  writeReferences(text: string): void
  /** Moves what is complete of the reference text into the list. */
  keepReferences(text: string): TakenReferences
  /** Queues what the form holds now; answers with the first wrong field, or null. Never waits for the queue. */
  submit(options: { readonly first: boolean }): CheckedField | null
  /** The form's element, in which the first wrong field is found by its `data-field`. */
  readonly form: RefObject<HTMLElement | null>
}

/** The compose form: the draft, what is wrong with it, and what Generate does. */
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
        // Before the form shows it: what comes into a field under the keyboard is a step of its undo.
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
      // What is merely empty is said when Generate is pressed.
      if (code !== 'promptEmpty' && code !== 'variableEmpty' && code !== 'modelEmpty')
        setTouched(new Set([...touched, field]))
    },
    problem(field) {
      const problem = problemOf(field)
      if (problem === null || !touched.has(field)) return null
      const { cause, next } = errorText(problem)
      return `${cause} ${next}`
    },
    writeReferences: setReferenceText,
    keepReferences,
    submit(options) {
      // What is sent is what stands in the form now, however long the prompt.
      const ready = checked(draft, readExpansion(draft), referenceText, connection)
      if (!ready.ok) {
        setTouched(new Set(checkedFields))
        return checkedFields.find((field) => ready.problems[field] !== undefined) ?? null
      }
      if (referenceText !== '') keepReferences(referenceText)
      // The keyboard comes back to the prompt, whatever is answered.
      if (paidQuestion.isAsked(ready.requests)) focusField(form.current, 'prompt')
      generate(ready, options)
      return null
    },
  }
}

/** Reference text that was typed but not left yet counts as typed. */
function checked(
  draft: Draft,
  expansion: Expansion,
  referenceText: string,
  connection: Connection,
): DraftCheck {
  const { image, left } = takeReferences(draft.image, referenceText)
  return checkDraft({ ...draft, image: left === '' ? image : [...image, left] }, expansion, connection)
}
