import type { Bringing } from '@shared/model/bringing'
import type { ExportRun } from '@shared/model/exportRun'
import type { Client } from '../client/client'
import { createPictures, type Pictures } from '../client/pictures'
import { type AppStore, currentConnection, openAppStore } from './appStore'
import { type BatchFilter, createBatchFilter } from './batchFilter'
import { type CollectionStore, createCollectionStore } from './collectionStore'
import { type Commands, createCommands } from './commands'
import { type ComparedImages, createComparedImages } from './comparedImages'
import { createDialogStore, type DialogStore } from './dialogStore'
import { createDraftStore, type DraftStore } from './draftStore'
import { createDraggedImages, type DraggedImages } from './draggedImages'
import { createGalleryHeadStore, type GalleryHeadStore } from './galleryHead'
import { createGalleryStore, type GalleryStore } from './galleryStore'
import { createKeyboard, type Keyboard } from './keyboard'
import { createMirror, type Mirror } from './mirror'
import { createNoteStore, type NoteStore } from './noteStore'
import { createOpenDeletions, type OpenDeletions } from './openDeletions'
import { createPaidQuestion, type PaidQuestion } from './paidQuestion'
import { createPendingMarks, type PendingMarks } from './pendingMarks'
import { createPromptWalk, type PromptWalk } from './promptWalk'
import { createQueueStore, type QueueStore } from './queueStore'
import { keepSelectionSeen } from './seenSelection'
import { createSelectionStore, type SelectionStore } from './selectionStore'
import { createStacking, type Stacking } from './stacking'
import { createTableStore, type TableStore } from './tableStore'
import { createToastStore, type ToastStore } from './toastStore'
import { createUndoStore, type UndoStore } from './undoStore'

export interface Stores {
  readonly client: Client
  readonly pictures: Pictures
  readonly app: AppStore
  readonly draft: DraftStore
  readonly promptWalk: PromptWalk
  readonly batchFilter: BatchFilter
  readonly queue: QueueStore
  readonly stacking: Stacking
  readonly gallery: GalleryStore
  readonly galleryHead: GalleryHeadStore
  readonly collections: CollectionStore
  readonly selection: SelectionStore
  readonly compared: ComparedImages
  readonly draggedImages: DraggedImages
  readonly deletions: OpenDeletions
  readonly pendingMarks: PendingMarks
  readonly notes: NoteStore
  /** The export that is under way, or its result. */
  readonly exports: Mirror<ExportRun>
  /** What is being brought in. */
  readonly bringing: Mirror<Bringing>
  readonly table: TableStore
  readonly commands: Commands
  readonly keyboard: Keyboard
  readonly dialogs: DialogStore
  readonly paidQuestion: PaidQuestion
  readonly toasts: ToastStore
  readonly undo: UndoStore
  /** Writes unwritten changes and stops listening. */
  dispose(): void
}

/** The window's whole state, ready to be shown. Rejects if the main process can't report the current state. */
export async function openStores(client: Client): Promise<Stores> {
  // Asked for together, so that the main process answers both as soon as it can.
  const appOpened = openAppStore(client)
  const batchFilter = createBatchFilter()
  const queue = createQueueStore(client, batchFilter)
  const queueRead = queue.refresh()
  const app = await appOpened.catch((thrown: unknown) => {
    queue.dispose()
    throw thrown
  })
  const stacking = createStacking(app)
  const pictures = createPictures()
  const gallery = createGalleryStore(client, batchFilter, stacking, pictures)
  const selection = createSelectionStore()
  // What is no longer listed must not be exported or deleted unseen.
  batchFilter.subscribe(selection.clear)
  keepSelectionSeen(gallery, selection)
  const compared = createComparedImages(client, gallery)
  const deletions = createOpenDeletions()
  const exports = createMirror<ExportRun>({
    read: () => client.call('exports.current', null),
    listen: (hear) => client.on('exports.changed', hear),
  })
  const bringing = createMirror<Bringing>({
    read: () => client.call('bringing.current', null),
    listen: (hear) => client.on('bringing.changed', hear),
  })
  const draft = createDraftStore(client)
  const notes = createNoteStore(client)
  const collections = createCollectionStore(client)
  const dialogs = createDialogStore()
  const toasts = createToastStore()
  const undo = createUndoStore(toasts)
  // The user waits to see what they did or undid.
  undo.subscribe(gallery.hurry)
  const table = createTableStore({ client, app, draft })
  const keyboard = createKeyboard()
  const connection = currentConnection(app.getState())
  await Promise.all([queueRead, connection !== null && draft.open(connection)])
  // The pictures and the table need not hold up the window.
  void gallery.refresh()
  void collections.refresh()
  void table.refresh()
  void bringing.refresh()
  void exports.refresh()
  return {
    client,
    pictures,
    app,
    batchFilter,
    queue,
    stacking,
    gallery,
    galleryHead: createGalleryHeadStore(queue, gallery, deletions),
    collections,
    selection,
    compared,
    draggedImages: createDraggedImages(),
    deletions,
    pendingMarks: createPendingMarks(),
    notes,
    draft,
    promptWalk: createPromptWalk(client, draft),
    exports,
    bringing,
    table,
    commands: createCommands(),
    keyboard,
    dialogs,
    paidQuestion: createPaidQuestion({ app, dialogs }),
    toasts,
    undo,
    dispose() {
      void draft.flush()
      void notes.flush()
      app.dispose()
      queue.dispose()
      stacking.dispose()
      gallery.dispose()
      collections.dispose()
      compared.dispose()
      exports.dispose()
      bringing.dispose()
      table.dispose()
      keyboard.dispose()
    },
  }
}
