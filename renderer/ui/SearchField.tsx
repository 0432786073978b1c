import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import { TextField } from './TextField'

/** How long after the last key the search starts, in milliseconds. */
const searchDelay = 150

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** Label of the button that clears it. */
  readonly clearLabel: string
  /** What is searched for now. */
  readonly value: string
  readonly maxLength: number
  readonly onSearch: (text: string) => void
  readonly ref: RefObject<HTMLInputElement | null>
  readonly className?: string
}

/** A search text, reported once the user pauses; Escape clears it. */
export function SearchField({
  label,
  placeholder,
  clearLabel,
  value,
  maxLength,
  onSearch,
  ref,
  className,
}: SearchFieldProps) {
  const [text, setText] = useState(value)
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onSearch(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  // Changed from elsewhere: "Clear the search".
  useEffect(() => setText(value), [value])

  return (
    <div className={classNames('relative min-w-0', className)}>
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <TextField
        ref={ref}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={maxLength}
        {...(text === '' ? {} : { 'data-own-escape': '' })}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          setText('')
        }}
        className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          icon={X}
          label={clearLabel}
          className="absolute top-0.5 right-0.5"
          onClick={() => {
            setText('')
            ref.current?.focus()
          }}
        />
      )}
    </div>
  )
}
