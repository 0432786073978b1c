import { useStore } from 'zustand'
import { shownKeys } from '../stores/shortcuts'
import { useApp, useStores } from '../stores/storesContext'

/** The keys of a shortcut as the user's keyboard names them, `['Ctrl', '↵']`. */
export function useShownKeys(): (keys: string) => readonly string[] {
  const platform = useApp((state) => state.platform)
  const layout = useStore(useStores().keyboard)
  return (keys) => shownKeys(keys, platform, layout)
}
