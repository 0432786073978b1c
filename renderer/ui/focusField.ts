/** Puts the focus into the control under `[data-field=name]` and brings the whole field, its error too, into view. */
export function focusField(form: HTMLElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  field?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}
