import type { TableSettings } from '@shared/model/table'

/** How long a change may wait before it is sent, in milliseconds: each one has every row checked again. */
const sendDelay = 250

export interface SettingsChange {
  /** Replaces what has not been sent yet. */
  change(settings: TableSettings): void
  /** Sends what has not been sent yet, and resolves once it is answered. */
  flush(): Promise<void>
  /** Discards what has not been sent yet. */
  drop(): void
}

/** Sends settings once the user pauses, one change at a time; `settled` when the last one is answered. */
export function createSettingsChange(options: {
  readonly send: (settings: TableSettings) => Promise<void>
  readonly fail: (thrown: unknown) => void
  readonly settled: () => void
}): SettingsChange {
  const { send, fail, settled } = options
  let waiting: TableSettings | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let sending: Promise<void> | null = null

  async function sendOne(next: TableSettings): Promise<void> {
    waiting = null
    await send(next).catch(fail)
    sending = null
    if (waiting === null) settled()
    else if (timer === null) begin()
  }

  function begin(): void {
    timer = null
    if (sending === null && waiting !== null) sending = sendOne(waiting)
  }

  function stop(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    change(settings) {
      stop()
      waiting = settings
      timer = setTimeout(begin, sendDelay)
    },
    async flush() {
      do {
        stop()
        begin()
        await sending
      } while (waiting !== null)
    },
    drop() {
      stop()
      waiting = null
    },
  }
}
