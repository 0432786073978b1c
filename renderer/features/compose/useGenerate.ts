import type { Connection } from '@shared/model/connection'
import { costOf, priceOf } from '@shared/model/cost'
import type { TemplateDraft } from '@shared/model/draft'
import { useState } from 'react'
import { errorOf } from '../../client/failure'
import type { DraftCheck } from '../../stores/draftCheck'
import { useStores } from '../../stores/storesContext'
import { type ErrorText, useErrorText } from '../../text/errorText'
import { useQueuedToast } from '../../text/useQueuedToast'
import { createPresses } from './presses'

type Ready = Extract<DraftCheck, { readonly ok: true }>

interface Generate {
  /** Why the last press failed. */
  readonly failure: ErrorText | null
  /** Queues a draft after those already being queued; the form may change meanwhile. */
  readonly generate: (ready: Ready, options: { readonly first: boolean }) => void
}

/** What a press of Generate does with a draft that can be sent. */
export function useGenerate(connection: Connection, onQueued: () => void): Generate {
  const { client, paidQuestion, promptWalk } = useStores()
  const tellQueued = useQueuedToast()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<ErrorText | null>(null)
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
      const cost = costOf(requests, priceOf(connection.prices, draft.model))
      presses.take(JSON.stringify([connection.id, draft, first]), async () => {
        setFailure(null)
        try {
          if (!(await paidQuestion.confirm({ requests, images, connection, cost }))) return false
          await enqueue(draft, first)
          return true
        } catch (thrown) {
          setFailure(errorText(errorOf(thrown)))
          return false
        }
      })
    },
  }
}
