import type { Connection } from '@shared/model/connection'
import type { Cost } from '@shared/model/cost'
import type { QueueOverview } from '@shared/model/queue'
import { gateOfDraft, openGate, type SendGate } from '@shared/model/sendGate'
import { useQueue } from '../stores/storesContext'

/** What will keep requests from being sent if they are queued now and cost this much together. */
export function useDraftGate(connection: Connection, cost: Cost): SendGate {
  const gate = useQueue(({ overview }) => gateOf(overview, connection))
  const before = useQueue(({ overview }) => costBefore(overview, connection))
  return gateOfDraft(gate, connection, cost, before)
}

/** The same for one moment. */
export const draftGate = (overview: QueueOverview | null, connection: Connection, cost: Cost): SendGate =>
  gateOfDraft(gateOf(overview, connection), connection, cost, costBefore(overview, connection))

const gateOf = (overview: QueueOverview | null, { id }: Connection): SendGate =>
  overview?.gates.find(({ connectionId }) => connectionId === id)?.gate ?? openGate

const costBefore = (overview: QueueOverview | null, { id }: Connection) =>
  overview?.costs.find(({ connectionId }) => connectionId === id)
