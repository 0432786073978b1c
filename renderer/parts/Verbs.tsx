import { type ComponentProps, Fragment } from 'react'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { MenuItem, MenuLine } from '../ui/Menu'

/** Something that can be done with a row or an image: by a button, and from its menu. */
export interface Verb {
  readonly key: string
  readonly label: string
  /** Accessible name of its button, if the label says too little by itself. */
  readonly name?: string
  /** Set for one that opens and closes something. */
  readonly expanded?: boolean
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  /** The first of another kind: a line parts it from those before it in a menu. */
  readonly apart?: true
  readonly run: () => void
}

interface VerbButtonsProps {
  readonly verbs: readonly Verb[]
  readonly look?: ComponentProps<typeof Button>['look']
}

/** Verbs as buttons, one after the other. */
export function VerbButtons({ verbs, look = 'link' }: VerbButtonsProps) {
  return verbs.map(({ key, label, name, expanded, run }) => (
    <Button
      key={key}
      look={look}
      aria-label={name}
      aria-expanded={expanded}
      onClick={run}
      // As high to the pointer as its line and the gaps around it.
      className={classNames(look === 'link' && 'relative after:absolute after:inset-x-0 after:-inset-y-1')}
    >
      {label}
    </Button>
  ))
}

/** The same as items of a menu. */
export function VerbItems({ verbs }: { readonly verbs: readonly Verb[] }) {
  return verbs.map(({ key, label, keys, apart, run }) => (
    <Fragment key={key}>
      {apart && <MenuLine />}
      <MenuItem onSelect={run} {...(keys === undefined ? {} : { keys })}>
        {label}
      </MenuItem>
    </Fragment>
  ))
}
