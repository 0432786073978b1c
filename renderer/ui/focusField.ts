/** Puts the focus into the control under `[data-field=name]`, of several into the first that is wrong, and brings the whole field, its error too, into view. */
export function focusField(form: HTMLElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const wrong = field?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = wrong ?? field?.querySelector<HTMLElement>('input, textarea')
  control?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}
