import type { Client } from '../client/client'

/** How long what was typed may wait before it is written, in milliseconds. */
const writeDelay = 400
/** How long after a failed write it is retried, in milliseconds. */
const retryDelay = 2000

/** What the user types into the notes of images, until it is written: whatever is shown meanwhile. */
export interface NoteStore {
  /** Null if all that was typed for this image is written. */
  unwritten(id: string): string | null
  edit(id: string, note: string): void
  /** Writes what is unwritten. Never rejects: a failed write is retried. */
  flush(): Promise<void>
}

export function createNoteStore(client: Client): NoteStore {
  const unwritten = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function schedule(delay: number): void {
    timer ??= setTimeout(() => void flush(), delay)
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    await Promise.all([...unwritten].map((entry) => write(...entry)))
  }

  async function write(id: string, note: string): Promise<void> {
    try {
      await client.call('images.writeNote', { id, note })
    } catch {
      return schedule(retryDelay)
    }
    if (unwritten.get(id) === note) unwritten.delete(id)
  }

  return {
    unwritten: (id) => unwritten.get(id) ?? null,
    edit(id, note) {
      unwritten.set(id, note)
      schedule(writeDelay)
    },
    flush,
  }
}
