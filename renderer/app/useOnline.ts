import { useEffect, useEffectEvent, useState } from 'react'

/** Whether the system reports a network. Only for wording: a service on this computer needs none. */
export function useOnline(onReturn: () => void): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    const change = (): void => {
      setOnline(navigator.onLine)
      if (navigator.onLine) returned()
    }
    window.addEventListener('online', change)
    window.addEventListener('offline', change)
    return () => {
      window.removeEventListener('online', change)
      window.removeEventListener('offline', change)
    }
  }, [])
  return online
}
