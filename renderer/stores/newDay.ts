import { localDay } from '@shared/model/image'

/** How late a new day may be noticed, in milliseconds: a timer set for midnight stops while the computer sleeps. */
const lookMs = 60_000

/** Calls back when the local day has changed; returns the disposer. */
export function onNewDay(listener: () => void): () => void {
  let day = localDay(Date.now())
  const timer = setInterval(() => {
    const now = localDay(Date.now())
    if (now === day) return
    day = now
    listener()
  }, lookMs)
  return () => clearInterval(timer)
}
