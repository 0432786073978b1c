import { useErrorText } from '../../parts/useErrorText'
import { useTable } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
import { Alert } from '../../ui/Alert'

/** Why the last action did not happen. */
export function TableFailure() {
  const failure = useTable((state) => state.failure)
  const words = useErrorText()
  return <Alert text={failure === null ? null : oneLine(words(failure))} />
}
