import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { classNames } from './classNames'

interface DisclosureProps {
  readonly label: string
  readonly children: ReactNode
  /** Opens it from outside, for example if something in it is invalid. */
  readonly forced?: boolean
  /** Open at first; default false. */
  readonly initiallyOpen?: boolean
}

/** Something most people can leave closed. */
export function Disclosure({ label, children, forced = false, initiallyOpen = false }: DisclosureProps) {
  const [opened, setOpened] = useState(initiallyOpen)
  const open = opened || forced
  return (
    <Collapsible.Root open={open} onOpenChange={setOpened}>
      <Collapsible.Trigger className="-ml-1 inline-flex items-center gap-1 rounded-small pr-1 text-dim hover:text-text">
        <ChevronRight size={14} aria-hidden className={classNames(open && 'rotate-90')} />
        {label}
      </Collapsible.Trigger>
      <Collapsible.Content>{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}
