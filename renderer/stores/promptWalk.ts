import type { Client } from '../client/client'
import type { DraftStore } from './draftStore'

/** Walks through the queued prompts, as a shell walks through its commands. */
export interface PromptWalk {
  /**
   * Shows the next older or newer prompt in the form; after the newest comes what was being typed. Changes made on the
   * way are still there on the way back. Resolves with whether the form shows another prompt.
   */
  step(to: 'older' | 'newer'): Promise<boolean>
  /** The form's prompt was queued: it is the newest now, and the walk starts there. */
  queued(): void
}

interface Place {
  /** Its number in the history; null: what was being typed. */
  readonly at: number | null
  readonly prompt: string
}

/** The place after all queued prompts, before what is being typed. */
const afterNewest = Number.MAX_SAFE_INTEGER

interface Walk {
  at: number | null
  /** What the form shows because of the walk: anything else was typed, or came from elsewhere. */
  shown: string | null
  /** Prompts as they were left, by place. */
  readonly left: Map<number | null, string>
}

export function createPromptWalk(client: Client, drafts: DraftStore): PromptWalk {
  /** By connection: each has its own draft. */
  const walks = new Map<string, Walk>()
  let last: Promise<unknown> = Promise.resolve()

  function walkOn(connectionId: string): Walk {
    const walk = walks.get(connectionId) ?? { at: null, shown: null, left: new Map() }
    walks.set(connectionId, walk)
    return walk
  }

  async function next({ at, left }: Walk, to: 'older' | 'newer', shown: string): Promise<Place | null> {
    if (at === null && to === 'newer') return null
    let entry = await client.call('prompts.step', { from: at, to })
    // The words stay in the form after they are queued: a step to the same words would do nothing.
    if (entry?.prompt === shown) entry = await client.call('prompts.step', { from: entry.number, to })
    if (entry !== null) return { at: entry.number, prompt: left.get(entry.number) ?? entry.prompt }
    return to === 'newer' ? { at: null, prompt: left.get(null) ?? '' } : null
  }

  async function step(to: 'older' | 'newer'): Promise<boolean> {
    const { connectionId, draft } = drafts.getState()
    if (connectionId === null) return false
    const walk = walkOn(connectionId)
    const place = await next(walk, to, draft.prompt)
    const now = drafts.getState()
    // The user typed or moved on while it was being read: that takes precedence.
    if (place === null || now.connectionId !== connectionId || now.draft.prompt !== draft.prompt) return false
    walk.left.set(walk.at, draft.prompt)
    walk.at = place.at
    const isWalked = draft.prompt === walk.shown
    walk.shown = place.prompt
    if (isWalked) drafts.edit({ prompt: place.prompt })
    else drafts.replace({ prompt: place.prompt })
    return true
  }

  return {
    step(to) {
      // One after the other, however fast the key repeats.
      const done = last.then(() => step(to))
      last = done.catch(() => {})
      return done
    },
    queued() {
      const { connectionId } = drafts.getState()
      const walk = connectionId === null ? undefined : walks.get(connectionId)
      const typed = walk?.left.get(null)
      walk?.left.clear()
      if (walk === undefined || walk.at === null || typed === undefined) return
      walk.left.set(null, typed)
      walk.at = afterNewest
    },
  }
}
