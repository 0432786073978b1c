import { z } from 'zod'
import type { AppError } from '../errors'
import { appSnapshotSchema, keyStoreSchema, noticeSchema } from '../model/app'
import { batchListSchema, batchNameSchema } from '../model/batch'
import { bringingSchema } from '../model/bringing'
import {
  apiKeySchema,
  connectionDraftSchema,
  connectionSchema,
  connectionTestSchema,
  originSchema,
  taskOriginSchema,
} from '../model/connection'
import { jobsCostSchema } from '../model/cost'
import { sendableDraftSchema, templateDraftSchema } from '../model/draft'
import { exportRunSchema } from '../model/exportRun'
import { faultSchema } from '../model/fault'
import { jobActionSchema } from '../model/job'
import { jobSetSchema } from '../model/jobSet'
import { libraryMoveSchema, moveActionSchema, movePlanSchema } from '../model/libraryMove'
import { preferencesPatchSchema, preferencesSchema } from '../model/preferences'
import { pressSchema, undoneSchema } from '../model/press'
import {
  cancelResultSchema,
  groupRowsMaximum,
  jobGroups,
  jobWindowSchema,
  placedSchema,
  placeSchema,
  prioritySchema,
  queueOverviewSchema,
  unfinishedSchema,
} from '../model/queue'
import { idSchema, searchSchema } from '../model/row'
import { openTableSchema } from '../model/table'
import { taughtPlaceSchema } from '../model/taughtPlace'
import { upkeepSchema } from '../model/upkeep'
import { bringingRoutes } from './bringingRoutes'
import { collectionRoutes } from './collectionRoutes'
import { draftRoutes } from './draftRoutes'
import { exchangeRoutes } from './exchangeRoutes'
import { exportRoutes } from './exportRoutes'
import { foundRoutes } from './foundRoutes'
import { galleryRoutes } from './galleryRoutes'
import { originalRoutes } from './originalRoutes'
import { promptRoutes } from './promptRoutes'
import { referenceRoutes } from './referenceRoutes'
import { nothing, route, rowWindow } from './route'
import { tableRoutes } from './tableRoutes'
import { trashRoutes } from './trashRoutes'

const id = idSchema
/** Those that are listed one by one; larger numbers of jobs are named by what they have in common. */
const jobIds = z.array(id).max(groupRowsMaximum * jobGroups.length)

/** `press` names the command, so that it can be taken back. */
const pressed = z.object({ press: pressSchema })
const placed = pressed.extend({ placed: placedSchema })
const cancelled = cancelResultSchema.extend(pressed.shape)
/** One that was answered in this run, by its number. */
const press = z.object({ press: z.number().int() })

/** Every route of the bridge, once. Input is parsed by the router; output is what its handler returns. */
export const routes = {
  'app.snapshot': route(nothing, appSnapshotSchema),
  'app.dismissNotice': route(z.object({ id }), nothing),
  /** Takes up all work that the start skipped, one piece after the other, and sends what waits because of that. */
  'app.tryLeftOut': route(nothing, nothing),
  /** The window's answer to `app.ending`: everything is written. */
  'app.written': route(nothing, nothing),
  /** Puts text on the clipboard, which the page itself isn't permitted to do. */
  'app.copyText': route(z.object({ text: z.string().max(1_000_000) }), nothing),
  /** Writes a bug in the window to the log. */
  'app.reportFault': route(faultSchema, nothing),
  'preferences.change': route(preferencesPatchSchema, preferencesSchema),
  /**
   * Opens the native folder dialog; null if it was closed. Refused with `folderUnwritable` and `libraryFolderOwn`.
   * `hasExports`: Cyanotype has exported to it, and these files are no images of the library.
   */
  'library.choose': route(nothing, z.object({ libraryPath: z.string(), hasExports: z.boolean() }).nullable()),
  'library.reveal': route(nothing, nothing),
  /**
   * Looks at the files of all images: `library.upkeepChanged` tells how far it is and what it found. Unless it is
   * `asked` for, only if the last look was long ago.
   */
  'library.check': route(z.object({ asked: z.boolean() }), nothing),
  /**
   * Gives rows again to images that only have records in the library. If files aren't where their records say, it also
   * checks the library.
   */
  'library.rebuild': route(nothing, nothing),
  /**
   * The same as a check, and asks the service again, for free, for a missing image; null for all of them. Nothing is
   * sent again: only what its requests made is fetched.
   */
  'library.askAgain': route(z.object({ imageId: id.nullable() }), nothing),
  /**
   * One of those that the last check couldn't read, and not the one in use, is gone for good: a check begins, which doesn't
   * look there any more. It only names the folder. Refused with `rowMissing` or `moveUnderway`.
   */
  'library.forget': route(z.object({ folder: z.string() }), nothing),
  /** Ends any of them. */
  'library.cancelCheck': route(nothing, nothing),
  /**
   * Opens the native folder dialog and says what moving the library there would do; null if it was closed. Refused with
   * one of the errors of a move.
   */
  'library.planMove': route(nothing, movePlanSchema.nullable()),
  /** Begins the latest plan. Refused with `moveUnderway`, or `rowMissing` for another plan. */
  'library.move': route(z.object({ plan: z.number().int() }), nothing),
  /** `cancel` moves back what was copied, as long as all originals are there. */
  'library.actOnMove': route(z.object({ action: moveActionSchema }), nothing),

  'connections.test': route(
    z.object({ id: id.nullable(), draft: connectionDraftSchema, apiKey: apiKeySchema.nullable() }),
    connectionTestSchema,
  ),
  /** `id` null creates one; `apiKey` null keeps the stored key. */
  'connections.save': route(
    z.object({ id: id.nullable(), draft: connectionDraftSchema, apiKey: apiKeySchema.nullable() }),
    connectionSchema,
  ),
  /** What a removal would cancel, and what would still arrive. */
  'connections.unfinished': route(z.object({ id }), unfinishedSchema),
  'connections.remove': route(z.object({ id }), nothing),
  /** Creates (or finds) the demo connection and starts its service. */
  'connections.useDemo': route(nothing, connectionSchema),
  /** Ends a hold, or the quiet the service asked for. If the breaker had tripped, one trial goes first. */
  'connections.resume': route(z.object({ id }), nothing),
  /**
   * The user agrees that the proxy looks up names which this computer can't find: ends the hold `proxyNamesUnknown`.
   */
  'connections.allowProxyNames': route(z.object({ id }), nothing),
  /** Images may come from this origin inside the network: ends the hold `imageHostPrivate` that names it. */
  'connections.allowOrigin': route(z.object({ id, origin: originSchema }), nothing),

  /** Forgets a place in its answers that the user taught. */
  'connections.forgetTaught': route(z.object({ id, place: taughtPlaceSchema }), nothing),

  /** Sends even though the limit of images paid for but not on disk is reached, until there are fewer again. */
  'connections.sendAnyway': route(z.object({ id }), nothing),

  /** Stops or resumes the sends of one; kept across restarts. */
  'connections.setPaused': route(z.object({ id, paused: z.boolean() }), nothing),

  ...draftRoutes,

  /** One batch with every prompt that the draft stands for; refused as a whole, as `expansionProblem` says. */
  'jobs.enqueue': route(
    z.object({ connectionId: id, draft: templateDraftSchema, first: z.boolean() }),
    z.object({ batchId: id, name: z.string(), jobs: z.number().int(), images: z.number().int() }),
  ),
  /**
   * Acts on the named jobs and on those of the sets; jobs it doesn't apply to are left alone. Only `cancel`, `settle`,
   * `stopWaiting` and `waitAgain` can be taken back.
   */
  'jobs.act': route(
    z.object({
      ids: jobIds,
      sets: z.array(jobSetSchema).max(1000).optional(),
      action: jobActionSchema,
      /** For `allowTaskOrigin`: the one that the user was asked about. A job that asks about another is left out. */
      origin: taskOriginSchema.optional(),
    }),
    pressed.extend({ done: z.number().int() }),
  ),
  /** What sending each of the jobs once more would cost. */
  'jobs.estimate': route(
    z.object({ ids: jobIds, sets: z.array(jobSetSchema).max(1000) }),
    z.array(jobsCostSchema),
  ),
  /** Replaces a waiting job under a new id, at the same place. Refused with `jobNotWaiting` once it is sent. */
  'jobs.edit': route(z.object({ id, draft: sendableDraftSchema }), pressed.extend({ id })),
  /** Moves a waiting job: steps are within its batch. */
  'jobs.place': route(z.object({ id, place: placeSchema }), placed),
  ...exchangeRoutes,

  ...foundRoutes,
  /** Moves all waiting jobs of a batch. */
  'batches.place': route(z.object({ id, place: placeSchema }), placed),
  'batches.prioritize': route(z.object({ id, priority: prioritySchema }), pressed),
  'batches.cancel': route(z.object({ id }), cancelled),
  /** `text`: words that must all appear in the name, whatever the case; empty for all. */
  'batches.list': route(z.object({ text: searchSchema, ...rowWindow }), batchListSchema),
  'batches.rename': route(z.object({ id, name: batchNameSchema }), nothing),
  /** Stops or resumes the sends of one; kept across restarts. What was already sent continues. */
  'batches.setPaused': route(z.object({ id, paused: z.boolean() }), nothing),
  /** `limit`: how many rows of each group; `batchId`: one batch, or null for the whole queue. */
  'queue.overview': route(
    z.object({
      limit: z.number().int().min(1).max(groupRowsMaximum),
      batchId: id.nullable().default(null),
    }),
    queueOverviewSchema,
  ),
  /** The waiting jobs of a batch, next first. */
  'queue.waiting': route(z.object({ batchId: id, ...rowWindow }), jobWindowSchema),
  /** The jobs of a batch that are listed as finished: those that failed first, then the newest. */
  'queue.finished': route(z.object({ batchId: id, ...rowWindow }), jobWindowSchema),
  'queue.pause': route(nothing, nothing),
  'queue.resume': route(nothing, nothing),
  /** Cancels everything that is waiting, in every batch. */
  'queue.cancelWaiting': route(nothing, cancelled),
  /** Stops listing what has finished so far; nothing is deleted. */
  'queue.clearFinished': route(nothing, pressed),
  /** The network may be back: immediately checks services that couldn't be reached. */
  'queue.tryNow': route(nothing, nothing),
  /** Sends what has been waiting for a long time, or lets it keep waiting. */
  'queue.answer': route(z.object({ send: z.boolean() }), nothing),

  /**
   * Takes back what a press changed; nothing is sent by it. Paid retries that a cancel ended don't come back: they are
   * among `left`. Refused with `undoTooLate` if the press is of another run, forgotten, taken back already, or a cancel
   * older than `cancelUndoMs`.
   */
  'presses.takeBack': route(press, undoneSchema),
  /**
   * Does what was taken back once more, to the rows that still are as they were. Refused with `undoTooLate` unless the
   * press was taken back in this run.
   */
  'presses.doAgain': route(press, undoneSchema),

  /**
   * Opens the native dialog and writes every damaged row that was kept, unchanged. Refused with `folderUnwritable` and
   * `fileChangedMeanwhile`.
   */
  'damage.save': route(nothing, z.object({ outcome: z.enum(['closed', 'written']) })),

  ...promptRoutes,

  ...referenceRoutes,
  ...galleryRoutes,
  ...originalRoutes,
  ...trashRoutes,

  ...collectionRoutes,

  ...bringingRoutes,

  ...exportRoutes,

  ...tableRoutes,
} as const

const revision = z.object({ revision: z.number().int() })

/** Every event, once: a fact in the past tense, limited to ten per second of each kind by joining. */
export const events = {
  /** The app is quitting: the window writes what it hasn't written yet, then calls `app.written`. */
  'app.ending': nothing,
  'app.noticesChanged': z.array(noticeSchema),
  'preferences.changed': preferencesSchema,
  'connections.changed': z.array(connectionSchema),
  'app.keyStoreChanged': keyStoreSchema,
  'queue.changed': revision,
  'gallery.changed': revision,
  'library.upkeepChanged': upkeepSchema,
  /** The history of prompts, models and sizes. */
  'prompts.changed': revision,
  /** The open table, null if there is none. */
  'tables.changed': openTableSchema.nullable(),
  /** Images that are being brought in, null if there are none. */
  'bringing.changed': bringingSchema.nullable(),
  'library.moveChanged': libraryMoveSchema.nullable(),
  /** The export that is under way, or its result; null if there is none. */
  'exports.changed': exportRunSchema.nullable(),
  /** The menu or a system shortcut asked for something that the window does. */
  'window.commanded': z.enum([
    'settings',
    'undo',
    'redo',
    'search',
    'goToDate',
    'deleteRejected',
    'details',
    'shortcuts',
    'export',
    'togglePause',
    'generate',
    'connection',
    'openTable',
    'bringImages',
    'bringFolder',
  ]),
} as const

export type RouteName = keyof typeof routes
/** What a caller passes. */
export type RouteInput<R extends RouteName> = z.input<(typeof routes)[R]['input']>
/** What a handler receives: the parsed input. */
export type RouteParsed<R extends RouteName> = z.output<(typeof routes)[R]['input']>
export type RouteOutput<R extends RouteName> = z.output<(typeof routes)[R]['output']>
export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError }
