import { errorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { useErrorText } from './errorText'

/** Says at the bottom of the window why something came to nothing: to be given to `catch`. */
export function useTellFailure(): (thrown: unknown) => void {
  const { toasts } = useStores()
  const errorText = useErrorText()
  return (thrown) => toasts.show({ text: errorText(errorOf(thrown)).cause, action: null })
}
