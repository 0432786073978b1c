import { viewNameMaximum } from '@shared/model/preferences'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Field } from '../../../ui/Field'
import { TextField } from '../../../ui/TextField'

interface ViewNameProps {
  readonly title: string
  /** The name it has. */
  readonly initial: string
  /** Names of the other views. */
  readonly taken: readonly string[]
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of a view. */
export function ViewName({ title, initial, taken, onName, onClose }: ViewNameProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wanted = name.trim()
  const problem =
    wanted === ''
      ? t('gallery.views.nameMissing')
      : taken.includes(wanted)
        ? t('gallery.views.nameTaken')
        : null
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
              maxLength={viewNameMaximum}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button look="primary" type="submit">
            {t('gallery.views.saveButton')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
