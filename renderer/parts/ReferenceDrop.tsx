import { type DragEvent, type ReactNode, useState } from 'react'
import { classNames } from '../ui/classNames'
import { droppedText } from './referenceRows'
import type { References } from './useReferences'
import { useTranslation } from './useTranslation'

interface ReferenceDropProps {
  readonly references: References
  /** Addresses were given. */
  readonly onKept?: (() => void) | undefined
  /** `keep` adds the addresses in a text to the list. */
  readonly children: (keep: (text: string) => void) => ReactNode
}

/** Addresses can be dropped where references are shown. What became of those given is said below. */
export function ReferenceDrop({ references, onKept, children }: ReferenceDropProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  /** What became of the last addresses given, if it isn't visible. */
  const [note, setNote] = useState<string | null>(null)

  const keep = (text: string): void => {
    const { again } = references.keep(text)
    setNote(again === 0 ? null : t('references.again', { count: again }))
    onKept?.()
  }
  const drop = (event: DragEvent): void => {
    // Meant for this place, whatever else the window does with drops.
    event.preventDefault()
    setIsOver(false)
    const text = droppedText(event.dataTransfer)
    if (text !== '') keep(`${references.text}\n${text}`)
    else
      setNote(t(event.dataTransfer.files.length > 0 ? 'references.fileDropped' : 'references.nothingDropped'))
  }
  const dragOver = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard pastes into the field
    <div
      data-field="image"
      onDragOver={dragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames('rounded-medium', isOver && 'outline-2 outline-offset-4 outline-accent')}
    >
      {children(keep)}
      <p role="status" className="text-small text-warn not-empty:pt-1">
        {note}
      </p>
    </div>
  )
}
