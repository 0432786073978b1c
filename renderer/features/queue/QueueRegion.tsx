import { useState } from 'react'
import { QueueColumn } from './QueueColumn'
import { QueueStrip } from './QueueStrip'
import { createTicker, TickerProvider } from './ticker'

interface QueueRegionProps {
  /** `strip`: one line, where there is no room for the column. */
  readonly variant: 'column' | 'strip'
}

/** What is sent, on its way, and done; and what needs the person. */
export function QueueRegion({ variant }: QueueRegionProps) {
  const [ticker] = useState(createTicker)
  if (variant === 'strip') return <QueueStrip />
  return (
    <TickerProvider value={ticker}>
      <QueueColumn />
    </TickerProvider>
  )
}
