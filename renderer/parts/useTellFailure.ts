import { errorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { useErrorText } from '../text/errorText'

/** Says at the foot of the gallery why something failed: meant for `catch`. */
export function useTellFailure(): (thrown: unknown) => void {
  const { toasts } = useStores()
  const errorText = useErrorText()
  return (thrown) => toasts.fail(errorText(errorOf(thrown)).cause)
}
