import type { ExtraField } from '@shared/model/extraFields'
import type { Absence } from './disk'

/** What the person decided, and what must follow from it. Times of day, in milliseconds since the epoch. */
export interface Orders {
  /** Answered “paused” and not yet told to go on. */
  pausedSince: number | null
  /** Connections that were removed, by id: since when. */
  readonly removed: Map<string, number>
  /** Connections that were paused, by id: since when. */
  readonly pausedConnections: Map<string, number>
  /** Batches that were paused, by id: since when. */
  readonly pausedBatches: Map<string, number>
  /** When the person last looked at a connection that was held, by id. */
  readonly resumed: Map<string, number>
  /** When a connection was last saved, by id: at the press. */
  readonly saved: Map<string, number>
  /** Jobs that had ended when the person asked for their images again: the key may have been forgotten by then. */
  readonly reopened: Set<string>
  /** What was queued, by the job's id, as its row had it first. */
  readonly frozen: Map<string, string>
  /** How many images of each prompt may be paid for. */
  readonly ordered: Map<string, number>
  /** The extra fields that the person typed with each prompt, each time. */
  readonly typed: Map<string, readonly (readonly ExtraField[])[]>
  /** Batches of tables that were looked at, by id. */
  readonly tableBatches: Set<string>
  /** Jobs whose cancelling is not answered yet, by id. */
  readonly beingCancelled: Set<string>
  /** How often anything was pressed that may change what waits. */
  pressed: number
  /** How often a job may be sent once more, by id: the person said so. */
  readonly sendAgain: Map<string, number>
  /** Jobs whose cancelling was answered, by id: since when. What is on the wire then still arrives. */
  readonly cancelled: Map<string, number>
  /** Images the person deleted, by sha256. */
  readonly deleted: Set<string>
  /** The library was moved at some time. */
  hasMoved: boolean
  /** Images whose files somebody deleted, by sha256. */
  readonly lost: Set<string>
  /** When each folder was chosen as the library, in milliseconds since the world began. */
  readonly chosen: Map<string, number[]>
  /** Connections that send although too many images are not on disk. */
  readonly sendsAnyway: Set<string>
}

export const createOrders = (): Orders => ({
  pausedSince: null,
  removed: new Map(),
  pausedConnections: new Map(),
  pausedBatches: new Map(),
  resumed: new Map(),
  saved: new Map(),
  reopened: new Set(),
  frozen: new Map(),
  ordered: new Map(),
  typed: new Map(),
  beingCancelled: new Set(),
  tableBatches: new Set(),
  pressed: 0,
  sendAgain: new Map(),
  cancelled: new Map(),
  deleted: new Set(),
  lost: new Set(),
  hasMoved: false,
  chosen: new Map(),
  sendsAnyway: new Set(),
})

/** What the person says that a request costs. */
export const creditsPerRequest = 10

/** What a request is for, whichever of its variants it asks for. */
export const promptName = (prompt: string): string => /^heron \d+/.exec(prompt)?.[0] ?? prompt

/** Counted from the press on: a request may go out before its answer. */
export function order({ ordered }: Pick<Orders, 'ordered'>, prompt: string, images: number): void {
  const name = promptName(prompt)
  ordered.set(name, (ordered.get(name) ?? 0) + images)
}

/** `at`: in milliseconds since the world began. */
export function noteChosen({ chosen }: Pick<Orders, 'chosen'>, folder: string, at: number): void {
  chosen.set(folder, [...(chosen.get(folder) ?? []), at])
}

/** How long it may take from a press until the folder that was chosen is in use. */
const pressMs = 60_000

/** Whether a folder was chosen as the library while its drive was unplugged: one begins in its place. */
export const chosenIn = ({ since, until }: Absence, chosen: readonly number[] = []): boolean =>
  chosen.some((at) => at > since - pressMs && at < until)
