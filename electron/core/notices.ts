import type { Notice } from '@shared/model/app'
import type { Changes } from './changes'

/** What the user must know about this computer, oldest first. Every change announces `notices`. */
export interface Notices {
  list(): readonly Notice[]
  /** Replaces the notice with the same id. */
  put(notice: Notice): void
  /** Its problem is fixed. */
  clear(id: string): void
  /** The user has read it; a notice that isn't dismissible stays. */
  dismiss(id: string): void
}

export function createNotices(changes: Changes): Notices {
  const notices = new Map<string, Notice>()

  function clear(id: string): void {
    if (notices.delete(id)) changes.announce('notices')
  }

  return {
    list: () => [...notices.values()],
    put(notice) {
      notices.set(notice.id, notice)
      changes.announce('notices')
    },
    clear,
    dismiss(id) {
      if (notices.get(id)?.dismissible) clear(id)
    },
  }
}
