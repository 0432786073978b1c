import type { ExtraField } from '@shared/model/extraFields'
import type { Absence } from './disk'

/** What the user decided, and what must follow from it. Times of day, in milliseconds since the epoch. */
export interface Orders {
  /** Answered “paused” and not yet told to go on. */
  pausedSince: number | null
  /** Connections that were removed, by id: since when. */
  readonly removed: Map<string, number>
  /** Connections that were paused, by id: since when. */
  readonly pausedConnections: Map<string, number>
  /** Batches that were paused, by id: since when. */
  readonly pausedBatches: Map<string, number>
  /** When the user last looked at a connection that was held, by id. */
  readonly resumed: Map<string, number>
  /** Jobs that had ended when the user asked for their images again: the key may have been forgotten by then. */
  readonly reopened: Set<string>
  /** What was queued, by the job's id, as its row had it first. */
  readonly frozen: Map<string, string>
  /** How many images of each prompt may be paid for. */
  readonly ordered: Map<string, number>
  /** The extra fields that the user typed with each prompt, each time. */
  readonly typed: Map<string, readonly (readonly ExtraField[])[]>
  /** Prompts of requests that the user edited, with what each was edited into, each time. */
  readonly edited: Map<string, readonly string[]>
  /** Batches of tables that were looked at, by id. */
  readonly tableBatches: Set<string>
  /** Jobs whose cancelling is not answered yet, by id. */
  readonly beingCancelled: Set<string>
  /** How often anything was pressed that may change what waits. */
  pressed: number
  /** How often a job may be sent once more, by id: the user said so. */
  readonly sendAgain: Map<string, number>
  /** Jobs that the user stopped waiting for since they were last sent, by id. */
  readonly stopped: Set<string>
  /** Jobs whose cancelling was answered, by id: since when. What is on the wire then still arrives. */
  readonly cancelled: Map<string, number>
  /** Images the user deleted, by sha256. */
  readonly deleted: Set<string>
  /** Pictures that were found in answers, and of which the user said that they are no images of theirs, by sha256. */
  readonly refused: Set<string>
  /** The library was moved at some time. */
  hasMoved: boolean
  /** Images whose files somebody deleted, by sha256. */
  readonly lost: Set<string>
  /** When the database was lost, in milliseconds since the world began; null if it never was. */
  databaseLostAt: number | null
  /** It was put back, and the user has not said yet that what waits in it may be sent. */
  isPutBack: boolean
  /** Jobs that were lost with it, or are what they were earlier, by id. */
  readonly forgotten: Set<string>
  /** Jobs of another profile, by id. */
  readonly ofOthers: Set<string>
  /** Images that had a file and a record then, by sha256. */
  readonly recorded: Set<string>
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
  reopened: new Set(),
  frozen: new Map(),
  ordered: new Map(),
  typed: new Map(),
  edited: new Map(),
  beingCancelled: new Set(),
  tableBatches: new Set(),
  pressed: 0,
  sendAgain: new Map(),
  stopped: new Set(),
  cancelled: new Map(),
  deleted: new Set(),
  lost: new Set(),
  refused: new Set(),
  hasMoved: false,
  databaseLostAt: null,
  isPutBack: false,
  forgotten: new Set(),
  ofOthers: new Set(),
  recorded: new Set(),
  chosen: new Map(),
  sendsAnyway: new Set(),
})

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
