import { noteMaximum } from '@shared/model/imageMarks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDid } from '../../../parts/useDid'
import { useTranslation } from '../../../parts/useTranslation'
import type { Step } from '../../../stores/step'
import { useStores } from '../../../stores/storesContext'
import { Field } from '../../../ui/Field'
import { TextArea } from '../../../ui/TextArea'

interface NoteFieldProps {
  readonly id: string
  /** As it is written by now. */
  readonly note: string
}

/** The user's words about an image, written as they are typed. What was typed until the field was left is one undo. */
export function NoteField({ id, note }: NoteFieldProps) {
  const { t } = useTranslation()
  const { client, notes } = useStores()
  const did = useDid()
  const [text, setText] = useState(() => notes.unwritten(id) ?? note)
  /** What it was when the field was entered; null outside of it. */
  const before = useRef<string | null>(null)

  const follow = useEffectEvent(() => {
    if (before.current === null && notes.unwritten(id) === null) setText(note)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reacts to the note
  useEffect(() => follow(), [note])
  useEffect(() => () => void notes.flush(), [notes])

  const stepOf = (from: string, to: string): Step => ({
    text: t('undo.note.changed'),
    tooLate: t('undo.tooLate'),
    quiet: true,
    async reverse() {
      const { written } = await client.call('images.writeNote', { id, note: from, only: to })
      return written ? stepOf(to, from) : null
    },
  })

  const leave = () => {
    const from = before.current
    before.current = null
    if (from === null || from === text) return
    did(async () => {
      await notes.flush()
      return stepOf(from, text)
    })
  }

  return (
    <Field label={t('gallery.marks.note')}>
      {(wiring) => (
        <TextArea
          {...wiring}
          className="max-h-40"
          value={text}
          maxLength={noteMaximum}
          placeholder={t('gallery.marks.notePlaceholder')}
          onFocus={() => {
            before.current = text
          }}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            notes.edit(id, value)
          }}
          onBlur={leave}
        />
      )}
    </Field>
  )
}
