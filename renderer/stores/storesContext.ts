import type { AppSnapshot } from '@shared/model/app'
import type { Collection } from '@shared/model/collection'
import type { Connection } from '@shared/model/connection'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { findConnection } from './appStore'
import type { CommandName } from './commands'
import type { DraftState } from './draftStore'
import type { GalleryState } from './galleryStore'
import type { QueueState } from './queueStore'
import type { SelectionState } from './selectionStore'
import type { Stores } from './stores'
import type { TableState } from './tableStore'

const StoresContext = createContext<Stores | null>(null)

export const StoresProvider = StoresContext.Provider

export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (stores === null) throw new Error('useStores needs a StoresProvider above it')
  return stores
}

export function useApp<T>(select: (state: AppSnapshot) => T): T {
  return useStore(useStores().app, select)
}

/** A connection that is set up; null if it was removed. */
export function useConnection(id: string | null): Connection | null {
  return useApp(({ connections }) => findConnection(connections, id))
}

export function useDraft<T>(select: (state: DraftState) => T): T {
  return useStore(useStores().draft, select)
}

export function useQueue<T>(select: (state: QueueState) => T): T {
  return useStore(useStores().queue, select)
}

export function useGallery<T>(select: (state: GalleryState) => T): T {
  return useStore(useStores().gallery, select)
}

export function useSelection<T>(select: (state: SelectionState) => T): T {
  return useStore(useStores().selection, select)
}

/** By name; none until they are known. */
export function useCollections(): readonly Collection[] {
  return useStore(useStores().collections, (state) => state.collections)
}

export function useTable<T>(select: (state: TableState) => T): T {
  return useStore(useStores().table, select)
}

/** The batch that is shown alone, null while all are. */
export function useShownBatch(): string | null {
  return useStore(useStores().batchFilter, ({ batchId }) => batchId)
}

/** Handles a command while the component is on the screen. */
export function useCommand(name: CommandName, handler: () => void): void {
  const { commands } = useStores()
  const act = useEffectEvent(handler)
  useEffect(() => commands.handle(name, () => act()), [commands, name])
}
