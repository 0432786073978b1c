import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}hint`} className="text-small text-faint">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}hint` })}
        className="mt-0.5 h-4 w-7 shrink-0 rounded-full border border-line-strong bg-transparent data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="keep-colours block size-2.5 translate-x-0.5 rounded-full bg-dim data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-accent-ink" />
      </Radix.Root>
    </div>
  )
}
