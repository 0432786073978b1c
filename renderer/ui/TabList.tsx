import type { KeyboardEvent, ReactNode } from 'react'

interface TabListProps<T extends string> {
  /** The accessible name of the list. */
  readonly label: string
  readonly value: T
  readonly tabs: readonly {
    readonly value: T
    readonly label: ReactNode
    /** Its accessible name, if the label says too little. */
    readonly name?: string
  }[]
  /** The ids of a tab and of its panel. */
  readonly ids: (value: T) => { readonly tab: string; readonly panel: string }
  readonly onChange: (value: T) => void
}

/**
 * Tabs side by side; the panels are drawn by the owner. One Tab stop: the arrow keys, Home and End bring another panel
 * to the front.
 */
export function TabList<T extends string>({ label, value, tabs, ids, onChange }: TabListProps<T>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]
    if (next === undefined) return
    onChange(next.value)
    document.getElementById(ids(next.value).tab)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex min-h-8 min-w-0 flex-1 rounded-large border border-line bg-field p-0.5"
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={ids(tab.value).tab}
          aria-label={tab.name}
          aria-selected={tab.value === value}
          aria-controls={ids(tab.value).panel}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className="flex min-w-0 flex-1 items-center justify-center gap-1.5 rounded-medium px-2 whitespace-nowrap text-dim hover:text-text aria-selected:bg-raise aria-selected:text-text forced-colors:aria-selected:outline"
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
