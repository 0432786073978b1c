import { type ReactNode, useState } from 'react'
import { QueueColumn } from './QueueColumn'
import { QueueStrip } from './QueueStrip'
import { createTicker, TickerProvider } from './ticker'

interface QueueRegionProps {
  /** `strip`: one line, where there is no room for the column. */
  readonly variant: 'column' | 'strip'
  /** What changes the variant, where that can be changed. */
  readonly corner?: ReactNode
}

/** What is sent, on its way, and done; and what needs the person. */
export function QueueRegion({ variant, corner }: QueueRegionProps) {
  const [ticker] = useState(createTicker)
  if (variant === 'strip') return <QueueStrip corner={corner} />
  return (
    <TickerProvider value={ticker}>
      <QueueColumn corner={corner} />
    </TickerProvider>
  )
}
