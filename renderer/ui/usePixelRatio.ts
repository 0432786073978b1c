import { useSyncExternalStore } from 'react'

/** Pixels of the screen per CSS pixel; they change with the zoom, and when the window moves to another screen. */
export function usePixelRatio(): number {
  return useSyncExternalStore(onChanged, () => window.devicePixelRatio)
}

function onChanged(changed: () => void): () => void {
  let query: MediaQueryList | null = null
  const listen = (): void => {
    query?.removeEventListener('change', told)
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    query.addEventListener('change', told)
  }
  const told = (): void => {
    listen()
    changed()
  }
  listen()
  return () => query?.removeEventListener('change', told)
}
