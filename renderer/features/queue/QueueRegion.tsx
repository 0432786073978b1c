import { type ReactNode, useState } from 'react'
import { QueueColumn } from './QueueColumn'
import { QueueStrip } from './QueueStrip'
import { createTicker, TickerProvider } from './ticker'

interface QueueRegionProps {
  /** `strip`: one line, where there is no room for the column. */
  readonly variant: 'column' | 'strip'
  /** Changes the variant, where that is possible. */
  readonly corner?: ReactNode
  /** False if its name stands above it already; default true. */
  readonly isTitled?: boolean
}

/** What needs the user, and what is waiting, running and finished. */
export function QueueRegion({ variant, corner, isTitled = true }: QueueRegionProps) {
  const [ticker] = useState(createTicker)
  if (variant === 'strip') return <QueueStrip corner={corner} />
  return (
    <TickerProvider value={ticker}>
      <QueueColumn corner={corner} isTitled={isTitled} />
    </TickerProvider>
  )
}
