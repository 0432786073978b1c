interface LookFactsProps {
  readonly prompt: string
  /** What tells the image from others, emphasised. */
  readonly apart: readonly string[]
  readonly rest: readonly string[]
}

/** What tells an image from others, and what else is good to know. */
export function LookFacts({ prompt, apart, rest }: LookFactsProps) {
  return (
    <p className="selectable flex min-w-0 flex-1 gap-2 text-left" title={prompt}>
      {apart.length > 0 && (
        <b dir="auto" className="truncate font-semibold">
          {apart.join(', ')}
        </b>
      )}
      <span className="shrink-0 text-dim tabular-nums">{rest.join(', ')}</span>
    </p>
  )
}
