import { useStore } from 'zustand'
import { BringBar } from '../features/bringing/BringBar'
import { ExportBar } from '../features/export/ExportBar'
import { ShownToast } from '../parts/ShownToast'
import { useStores } from '../stores/storesContext'
import { toastIn } from '../stores/toastStore'
import { FaultBoundary, failedLine } from './FaultBoundary'

/**
 * The one place that reports what was done: the newest toast, or else the export. Takes its room below the images, and
 * never most of it.
 */
export function Toasts() {
  const { toasts } = useStores()
  const toast = useStore(toasts, (state) => toastIn(state, 'gallery'))
  const isFree = useStore(toasts, (state) => state.toast === null)
  return (
    <div className="flex max-h-[40%] shrink-0 px-4 has-[[role=group]]:py-2">
      <div role="status" className="flex max-w-full min-w-0">
        {toast !== null && (
          <FaultBoundary key={toast.id} fallback={failedLine}>
            <ShownToast toast={toast} />
          </FaultBoundary>
        )}
      </div>
      <FaultBoundary fallback={failedLine}>
        <ExportBar shown={isFree} />
      </FaultBoundary>
      <FaultBoundary fallback={failedLine}>
        <BringBar shown={isFree} />
      </FaultBoundary>
    </div>
  )
}
