import type { IntoChoice } from '@shared/model/exportRecipe'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import {
  type ExportForm,
  type ExportFormState,
  intoOf,
  shownRecipe,
  type TypedRecipe,
} from '../../stores/exportForm'

const FormContext = createContext<ExportForm | null>(null)

export const ExportFormProvider = FormContext.Provider

export function useForm(): ExportForm {
  const form = useContext(FormContext)
  if (form === null) throw new Error('useForm needs an ExportFormProvider above it')
  return form
}

export function useFormState<T>(select: (state: ExportFormState) => T): T {
  return useStore(useForm(), select)
}

/** The recipe that is shown; null until they have been read. */
export function useShownRecipe(): TypedRecipe | null {
  return useFormState(shownRecipe)
}

/** Where the export by that recipe goes. */
export function useInto(): IntoChoice {
  return useFormState((state) => {
    const recipe = shownRecipe(state)
    return recipe === null ? 'folder' : intoOf(state, recipe)
  })
}
