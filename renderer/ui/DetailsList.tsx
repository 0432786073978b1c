import { Button } from './Button'
import { classNames } from './classNames'

export interface Detail {
  readonly label: string
  readonly value: string
  /** Too long to fit beside its label. */
  readonly prose?: boolean
}

interface DetailsListProps {
  readonly details: readonly Detail[]
  /** Shown if there are none. */
  readonly emptyText: string
  /** The button's label. */
  readonly copyLabel: string
  readonly onCopy: (text: string) => void
}

/** Facts word for word, to read and copy. */
export function DetailsList({ details, emptyText, copyLabel, onCopy }: DetailsListProps) {
  if (details.length === 0) return <p className="text-small text-faint">{emptyText}</p>

  const text = details.map(({ label, value }) => `${label}: ${value}`).join('\n')
  return (
    <div className="flex flex-col items-start gap-2 text-small">
      <dl className="selectable grid max-h-60 w-full grid-cols-[max-content_1fr] gap-x-4 gap-y-1 overflow-y-auto">
        {details.map(({ label, value, prose }) => (
          <div key={label} className={classNames(prose ? 'col-span-2' : 'contents')}>
            <dt className="text-faint">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap text-dim">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="link" onClick={() => onCopy(text)}>
        {copyLabel}
      </Button>
    </div>
  )
}
