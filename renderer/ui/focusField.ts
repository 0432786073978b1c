/**
 * Focuses the control under `[data-field=name]`; of several controls, the first invalid one. Without any: the button
 * that leads to them. Scrolls the whole field
 * into view, including its error.
 */
export function focusField(form: HTMLElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const wrong = field?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control =
    wrong ?? field?.querySelector<HTMLElement>('input, textarea') ?? field?.querySelector('button')
  control?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}
