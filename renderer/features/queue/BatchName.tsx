import { batchNameMaximum } from '@shared/model/batch'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { BatchChip } from '../../parts/BatchChip'
import { useTranslation } from '../../parts/useTranslation'
import { IconButton } from '../../ui/IconButton'
import { TextField } from '../../ui/TextField'

interface BatchNameProps {
  readonly name: string
  readonly onRename: (name: string) => void
}

/** The name of the batch that is shown alone, edited in place: Enter keeps the new name, Escape the old one. */
export function BatchName({ name, onRename }: BatchNameProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const byKey = useRef(false)

  const keep = (): void => {
    const wanted = typed?.trim() ?? ''
    setTyped(null)
    if (wanted !== '' && wanted !== name) onRename(wanted)
  }
  /** The field disappears while it has the focus, so its button takes the focus. */
  const takeFocus = (button: HTMLButtonElement | null): void => {
    if (byKey.current) button?.focus()
    byKey.current = false
  }

  if (typed === null)
    return (
      <div data-line className="flex items-center gap-1">
        <BatchChip className="min-w-0" />
        <IconButton
          ref={takeFocus}
          icon={Pencil}
          label={t('batches.rename')}
          onClick={() => setTyped(name)}
        />
      </div>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        byKey.current = true
        keep()
      }}
    >
      <TextField
        autoFocus
        dir="auto"
        aria-label={t('batches.name')}
        maxLength={batchNameMaximum}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          byKey.current = true
          setTyped(null)
        }}
      />
    </form>
  )
}
