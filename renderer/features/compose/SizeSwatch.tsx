/** The shape of a size such as `1536x1024`, 14 px on its longer side. */
export function SizeSwatch({ size }: { readonly size: string }) {
  const [width = 1, height = 1] = size.split('x').map(Number)
  const scale = 14 / Math.max(width, height)
  return (
    <span className="flex size-4 shrink-0 items-center justify-center" aria-hidden>
      <span
        className="rounded-[2px] border border-line-strong"
        style={{ width: width * scale, height: height * scale }}
      />
    </span>
  )
}
