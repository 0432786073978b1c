import { useErrorText } from '../../parts/useErrorText'
import { useTable } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'

/** Why the last action did not happen. */
export function TableFailure() {
  const failure = useTable((state) => state.failure)
  const words = useErrorText()
  if (failure === null) return null
  const { cause, next } = words(failure)
  return <Alert text={`${cause} ${next}`} />
}
