import type { TableSettings } from '@shared/model/table'

/** How long a change may wait before it is sent, in milliseconds: each has every row checked again. */
const sendDelay = 250

export interface SettingsChange {
  /** Replaces what is not sent yet. */
  change(settings: TableSettings): void
  /** Forgets what is not sent yet. */
  drop(): void
}

/** Sends settings once the person pauses, one change at a time; `settled` when the last is answered. */
export function createSettingsChange(options: {
  readonly send: (settings: TableSettings) => Promise<void>
  readonly fail: (thrown: unknown) => void
  readonly settled: () => void
}): SettingsChange {
  const { send, fail, settled } = options
  let waiting: TableSettings | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let sending = false

  async function flush(): Promise<void> {
    timer = null
    if (sending || waiting === null) return
    const settings = waiting
    waiting = null
    sending = true
    await send(settings).catch(fail)
    sending = false
    if (waiting === null) settled()
    else if (timer === null) void flush()
  }

  function stop(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    change(settings) {
      stop()
      waiting = settings
      timer = setTimeout(() => void flush(), sendDelay)
    },
    drop() {
      stop()
      waiting = null
    },
  }
}
