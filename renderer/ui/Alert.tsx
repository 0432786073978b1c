/** Why something just pressed failed; nothing while `text` is null. */
export function Alert({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="selectable text-small text-bad">
      {text}
    </p>
  )
}
