import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames'

const itemLook =
  'flex min-h-7 items-center gap-2 rounded-small px-2 outline-none select-none data-highlighted:bg-raise'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-30 min-w-44 rounded-large border border-line bg-panel p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly danger?: boolean
}

export function MenuItem({ children, onSelect, danger = false }: MenuItemProps) {
  return (
    <Radix.Item onSelect={onSelect} className={classNames(itemLook, danger && 'text-bad')}>
      {children}
    </Radix.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** One of several, marked. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => onChange(option.value)}
          className={itemLook}
        >
          <span className="flex w-4 justify-center">
            <Radix.ItemIndicator>
              <Check size={14} aria-hidden />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}
