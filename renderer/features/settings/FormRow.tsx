import type { ReactNode } from 'react'
import { Field, type FieldWiring } from '../../ui/Field'
import type { FormField } from './connectionForm'
import type { ConnectionFormState } from './useConnectionForm'

interface FormRowProps {
  readonly state: ConnectionFormState
  readonly field: FormField
  readonly label: string
  readonly hint?: ReactNode
  readonly children: (wiring: FieldWiring & { readonly onBlur: () => void }) => ReactNode
}

/** A field of the connection form, with its error. */
export function FormRow({ state, field, label, hint, children }: FormRowProps) {
  return (
    <div data-field={field}>
      <Field label={label} hint={hint} error={state.problem(field)}>
        {(wiring) => children({ ...wiring, onBlur: () => state.touch(field) })}
      </Field>
    </div>
  )
}
