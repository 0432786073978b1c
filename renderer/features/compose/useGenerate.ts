import type { Connection } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import { useState } from 'react'
import { useActHere } from '../../parts/useAct'
import { useQueuedToast } from '../../parts/useQueuedToast'
import { costOfDraft, type DraftCheck } from '../../stores/draftCheck'
import { useStores } from '../../stores/storesContext'

type Ready = Extract<DraftCheck, { readonly ok: true }>

interface Generate {
  /** Why the last press failed. */
  readonly failure: string | null
  /** Queues a draft after those already being queued; the form may change meanwhile. */
  readonly generate: (ready: Ready, options: { readonly first: boolean }) => void
}

/** What a press of Generate does with a draft that can be sent. */
export function useGenerate(connection: Connection, onQueued: () => void): Generate {
  const { client, paidQuestion, promptWalk } = useStores()
  const tellQueued = useQueuedToast()
  const { failure, act } = useActHere()
  const [presses] = useState(createPresses)

  const enqueue = async (draft: TemplateDraft, first: boolean): Promise<void> => {
    const queued = await client.call('jobs.enqueue', { connectionId: connection.id, draft, first })
    promptWalk.queued()
    onQueued()
    tellQueued(queued)
  }

  return {
    failure,
    generate({ draft, requests, images }, { first }) {
      const cost = costOfDraft({ draft, requests, images }, connection)
      presses.take(JSON.stringify([connection.id, draft, first]), async () => {
        let isQueued = false
        await act(async () => {
          if (!(await paidQuestion.confirm({ requests, images, connection, cost }))) return
          await enqueue(draft, first)
          isQueued = true
        })
        return isQueued
      })
    },
  }
}

/** The same press within this many milliseconds counts as one press: a double click, or a key held down. */
const doubleMs = 500

/** Presses of Generate, handled one after the other. */
interface Presses {
  /**
   * Runs `work` once the presses before it are done. The same press repeated while it is running, or right after, does
   * not count. `work` answers whether it had an effect, so that a press without one can be repeated.
   */
  take(what: string, work: () => Promise<boolean>): void
}

/** `work` must not reject. `now`: milliseconds from a clock that never goes back. */
export function createPresses(now: () => number = () => performance.now()): Presses {
  let last: { readonly what: string; done: boolean; at: number } | null = null
  let before: Promise<void> = Promise.resolve()

  return {
    take(what, work) {
      if (last?.what === what && (!last.done || now() - last.at < doubleMs)) {
        last.at = now()
        return
      }
      const press = { what, done: false, at: now() }
      last = press
      before = before.then(work).then((cameTo) => {
        press.done = true
        press.at = now()
        if (!cameTo && last === press) last = null
      })
    },
  }
}
