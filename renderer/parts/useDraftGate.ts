import type { Connection } from '@shared/model/connection'
import type { Cost } from '@shared/model/cost'
import { gateOfDraft, openGate, type SendGate } from '@shared/model/sendGate'
import { useQueue } from '../stores/storesContext'

/** What will keep requests from being sent if they are queued now and cost this much together. */
export function useDraftGate(connection: Connection, cost: Cost): SendGate {
  const isOf = ({ connectionId }: { readonly connectionId: string }) => connectionId === connection.id
  const gate = useQueue(({ overview }) => overview?.gates.find(isOf)?.gate ?? openGate)
  const before = useQueue(({ overview }) => overview?.costs.find(isOf))
  return gateOfDraft(gate, connection, cost, before)
}
