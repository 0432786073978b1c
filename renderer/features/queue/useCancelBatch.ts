import { useCancel } from '../../parts/useCancel'

/** Cancels what waits of a batch, and says what will still arrive. */
export function useCancelBatch(): (id: string) => void {
  const cancel = useCancel()
  return (id) => cancel({ batch: id })
}
