import type { Job } from '@shared/model/job'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ExportedImages } from './exportForm'
import type { PaidPlan } from './paidPlan'
import type { PastedText } from './pastedText'
import type { SelectedImages } from './selectedImages'

/** Asked once before something is done; the words come from the catalogue. */
export interface Question {
  readonly title: string
  /** What it means: what is billed, what can't be undone. */
  readonly body: string
  /** What it costs; absent if it is free. */
  readonly cost?: string
  /** The verb on the button that does it. */
  readonly confirm: string
  /** May reject with the refusal. */
  readonly run: () => Promise<void>
}

export type DialogView =
  | { readonly kind: 'settings' }
  | { readonly kind: 'shortcuts' }
  /** The open table, or a place to open one. */
  | { readonly kind: 'table' }
  /** Images that were made elsewhere, to be brought in. */
  | { readonly kind: 'bringIn' }
  /** Images that are to be exported. */
  | { readonly kind: 'export'; readonly what: ExportedImages }
  /** Images that are to be in a collection. */
  | { readonly kind: 'collect'; readonly images: SelectedImages }
  /** `answer` closes it. */
  | { readonly kind: 'paidQuestion'; readonly plan: PaidPlan; readonly answer: (go: boolean) => void }
  | { readonly kind: 'question'; readonly question: Question }
  /** What was sent for a job, and what came back. */
  | { readonly kind: 'exchange'; readonly jobId: string }
  /** The extra fields of the form. */
  | { readonly kind: 'extraFields' }
  /** A waiting job, to be changed. */
  | { readonly kind: 'editJob'; readonly job: Job }
  /** Null: the prompt in the form is to be saved under a name. */
  | { readonly kind: 'template'; readonly renamed: { readonly id: string; readonly name: string } | null }
  /** `answer` is called once it is closed. */
  | {
      readonly kind: 'pasteQuestion'
      readonly pasted: PastedText
      readonly answer: (chosen: 'one' | 'many') => void
    }
  /** `id` null: a new connection. `focus`: what the user came for. */
  | {
      readonly kind: 'connection'
      readonly id: string | null
      readonly focus?: 'apiKey' | 'prices' | 'dailyCap' | 'taskPath'
    }

export interface DialogStore extends StoreApi<{ readonly open: readonly DialogView[] }> {
  /** Opens on top of the open ones; does nothing if one of its kind is open. */
  show(view: DialogView): void
  /** Closes the topmost. */
  close(): void
  /** Closes the one of a kind, wherever it is. */
  leave(kind: DialogView['kind']): void
}

/** The open dialogs, the topmost last. */
export function createDialogStore(): DialogStore {
  const store = createStore<{ readonly open: readonly DialogView[] }>(() => ({ open: [] }))
  return {
    ...store,
    show(view) {
      const { open } = store.getState()
      if (!open.some(({ kind }) => kind === view.kind)) store.setState({ open: [...open, view] })
    },
    close() {
      store.setState({ open: store.getState().open.slice(0, -1) })
    },
    leave(kind) {
      store.setState({ open: store.getState().open.filter((view) => view.kind !== kind) })
    },
  }
}
