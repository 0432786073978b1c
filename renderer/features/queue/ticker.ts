import { createContext, useContext, useSyncExternalStore } from 'react'

export interface Ticker {
  subscribe(listener: () => void): () => void
  /** Milliseconds since the epoch at the last tick. */
  now(): number
}

/** One timer for everything that counts seconds; it runs only while there are listeners. */
export function createTicker(): Ticker {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | null = null
  let now = Date.now()
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      if (timer === null) {
        now = Date.now()
        timer = setInterval(tick, 1000)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || timer === null) return
        clearInterval(timer)
        timer = null
      }
    },
    now: () => now,
  }
}

const TickerContext = createContext<Ticker | null>(null)

export const TickerProvider = TickerContext.Provider

/** The time, updated each second. */
export function useNow(): number {
  const ticker = useContext(TickerContext)
  if (ticker === null) throw new Error('useNow needs a TickerProvider above it')
  return useSyncExternalStore(ticker.subscribe, ticker.now)
}
