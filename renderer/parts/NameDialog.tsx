import { useRef, useState } from 'react'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { Field } from '../ui/Field'
import { TextField } from '../ui/TextField'
import { useTranslation } from './useTranslation'

interface NameDialogProps {
  readonly title: string
  /** On the button. */
  readonly confirm: string
  /** The most characters. */
  readonly maximum: number
  /** The name it has. */
  readonly initial: string
  /** What is wrong with a name, in words; null if nothing is. */
  readonly problemOf: (name: string) => string | null
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of something in the gallery. */
export function NameDialog({
  title,
  confirm,
  maximum,
  initial,
  problemOf,
  onName,
  onClose,
}: NameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wanted = name.trim()
  const problem = problemOf(wanted)
  return (
    <Dialog
      title={title}
      closeLabel={t('gallery.close')}
      onClose={onClose}
      onOpened={() => {
        field.current?.focus()
        field.current?.select()
      }}
    >
      <form
        className="flex flex-col gap-4 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem === null) onName(wanted)
        }}
      >
        <Field label={t('gallery.views.name')} error={isTried ? problem : null}>
          {(wiring) => (
            <TextField
              {...wiring}
              ref={field}
              dir="auto"
              value={name}
              maxLength={maximum}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button look="primary" type="submit">
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
