import { Check, ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, useContext, useRef } from 'react'
import { type AfterClose, useAfterClose } from './afterClose'
import { Button } from './Button'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import { Kbd } from './Kbd'

interface MenuProps {
  readonly icon: LucideIcon
  /** Accessible name of the button that opens it. */
  readonly label: string
  /** Where there is room, the button shows these words of its name instead of the icon. */
  readonly words?: string
  readonly children: ReactNode
}

const Choose = createContext<AfterClose['choose']>(() => {})

/** A button that opens a list of verbs. */
export function Menu({ icon: Icon, label, words, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { choose, content, onCloseAutoFocus } = useAfterClose(button)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        {words === undefined ? (
          <IconButton ref={button} icon={Icon} label={label} />
        ) : (
          <Button
            ref={button}
            look="ghost"
            aria-label={label}
            title={label}
            className="@max-[400px]:size-7 @max-[400px]:px-0"
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden className="hidden shrink-0 @max-[400px]:block" />
            <span dir="auto" className="max-w-[min(9rem,22cqw)] truncate @max-[400px]:hidden">
              {words}
            </span>
            <ChevronDown size={14} aria-hidden className="-ml-1 shrink-0 @max-[400px]:hidden" />
          </Button>
        )}
      </Radix.Trigger>
      <MenuList
        align={words === undefined ? 'end' : 'start'}
        choose={choose}
        content={content}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        {children}
      </MenuList>
    </Radix.Root>
  )
}

const list =
  'z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-large border border-line bg-panel p-1 text-text shadow-float'

interface MenuListProps
  extends Pick<ComponentProps<typeof Radix.Content>, 'align' | 'side' | 'onCloseAutoFocus' | 'children'> {
  /** Accessible name, if it isn't that of the button that opens it. */
  readonly label?: string
  readonly choose: AfterClose['choose']
  readonly content: AfterClose['content']
}

/** The list itself, whatever opened it. */
export function MenuList({ label, choose, content, children, ...rest }: MenuListProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        ref={content}
        sideOffset={4}
        collisionPadding={8}
        {...(label === undefined ? {} : { 'aria-label': label, 'aria-labelledby': undefined })}
        {...rest}
        className={list}
      >
        <Choose value={choose}>{children}</Choose>
      </Radix.Content>
    </Radix.Portal>
  )
}

const row =
  'flex min-h-7 cursor-pointer items-center gap-6 rounded-small px-2 outline-none data-highlighted:bg-raise'

interface MenuItemProps {
  readonly onSelect: () => void
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  readonly children: ReactNode
}

export function MenuItem({ onSelect, keys, children }: MenuItemProps) {
  const choose = useContext(Choose)
  return (
    <Radix.Item onSelect={() => choose(onSelect)} className={row}>
      <span className="flex-1">{children}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </Radix.Item>
  )
}

function Tick() {
  return (
    <span className="w-3.5 shrink-0">
      <Radix.ItemIndicator>
        <Check size={14} aria-hidden />
      </Radix.ItemIndicator>
    </span>
  )
}

interface MenuChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly note?: string }[]
  readonly onChange: (value: T) => void
}

/** One of a few choices, under a label. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  const choose = useContext(Choose)
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <Radix.Label className="px-2 pt-1 pb-0.5 text-small text-faint">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => choose(() => onChange(option.value))}
          aria-label={option.label}
          {...(option.note === undefined ? {} : { 'aria-description': option.note })}
          className={row}
        >
          <span dir="auto" className="max-w-72 flex-1 truncate">
            {option.label}
          </span>
          {option.note !== undefined && (
            <span aria-hidden className="text-small text-faint tabular-nums">
              {option.note}
            </span>
          )}
          <Tick />
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

interface MenuSwitchProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** Something that is on or off. */
export function MenuSwitch({ checked, onChange, children }: MenuSwitchProps) {
  const choose = useContext(Choose)
  return (
    <Radix.CheckboxItem checked={checked} onSelect={() => choose(() => onChange(!checked))} className={row}>
      <span className="flex-1">{children}</span>
      <Tick />
    </Radix.CheckboxItem>
  )
}

/** A list that one of the items opens beside it. */
export function SubMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={classNames(row, 'data-[state=open]:bg-raise')}>
        <span className="flex-1">{label}</span>
        <ChevronRight size={14} aria-hidden className="text-faint" />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent sideOffset={4} collisionPadding={8} className={list}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  )
}

/** Items under a label that says what they are about. */
export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Radix.Group aria-label={label}>
      <Radix.Label aria-hidden className="max-w-72 truncate px-2 pt-1 pb-0.5 text-small text-faint">
        {label}
      </Radix.Label>
      {children}
    </Radix.Group>
  )
}

export function MenuLine() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />
}
