/** A key combination, with one cap per key. */
export function Kbd({ keys }: { readonly keys: readonly string[] }) {
  return (
    <kbd className="inline-flex gap-1 font-sans">
      {keys.map((key) => (
        <span
          key={key}
          className="min-w-5 rounded-small border border-line bg-raise px-1 text-center text-small leading-5 text-dim"
        >
          {key}
        </span>
      ))}
    </kbd>
  )
}
