import { z } from 'zod'
import { type AppError, appErrorSchema } from '../errors'
import { appSnapshotSchema, noticeSchema } from '../model/app'
import { batchListSchema, batchNameSchema } from '../model/batch'
import {
  apiKeySchema,
  connectionDraftSchema,
  connectionSchema,
  connectionTestSchema,
  originSchema,
} from '../model/connection'
import { jobsCostSchema } from '../model/cost'
import { draftSchema, sendableDraftSchema, templateDraftSchema } from '../model/draft'
import { galleryOutlineSchema, galleryQuerySchema, imageDetailsSchema, imageSchema } from '../model/image'
import { jobActionSchema } from '../model/job'
import { jobSetSchema } from '../model/jobSet'
import { preferencesPatchSchema, preferencesSchema } from '../model/preferences'
import {
  cancelResultSchema,
  groupRowsMaximum,
  placedSchema,
  placeSchema,
  prioritySchema,
  queueOverviewSchema,
  waitingJobsSchema,
} from '../model/queue'
import { imageSourceSchema } from '../model/reference'
import { openTableSchema } from '../model/table'
import { promptRoutes } from './promptRoutes'
import { referenceRoutes } from './referenceRoutes'
import { route } from './route'
import { tableRoutes } from './tableRoutes'

const nothing = z.null()
const id = z.string().min(1).max(100)
const ids = z.array(id).min(1).max(100_000)
const window = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }

const imageRows = z.object({ revision: z.number().int(), rows: z.array(imageSchema) })

/**
 * `closed`: the person closed the dialog. Otherwise every image named is in `written` or `failed`;
 * `folder` is for show.
 */
const exportResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('closed') }),
  z.object({
    outcome: z.literal('written'),
    folder: z.string(),
    written: z.number().int(),
    failed: z.array(z.object({ imageId: id, error: appErrorSchema })),
  }),
])

/** Every route of the bridge, once. Input is parsed by the router; output is what its handler returns. */
export const routes = {
  'app.snapshot': route(nothing, appSnapshotSchema),
  'app.dismissNotice': route(z.object({ id }), nothing),
  /** Tries the first of what was left out of the start. */
  'app.tryLeftOut': route(nothing, nothing),
  /** Everything is written: the window's answer to `app.ending`. */
  'app.written': route(nothing, nothing),
  /** Puts text into the clipboard: the page itself has no permission to. */
  'app.copyText': route(z.object({ text: z.string().max(1_000_000) }), nothing),
  'preferences.change': route(preferencesPatchSchema, preferencesSchema),
  /** Opens the native folder dialog; null when it was closed. Refused with `folderUnwritable`. */
  'library.choose': route(nothing, z.object({ libraryPath: z.string() }).nullable()),
  'library.reveal': route(nothing, nothing),

  'connections.test': route(
    z.object({ id: id.nullable(), draft: connectionDraftSchema, apiKey: apiKeySchema.nullable() }),
    connectionTestSchema,
  ),
  /** `id` null makes one; `apiKey` null keeps the key that is stored. */
  'connections.save': route(
    z.object({ id: id.nullable(), draft: connectionDraftSchema, apiKey: apiKeySchema.nullable() }),
    connectionSchema,
  ),
  'connections.remove': route(z.object({ id }), nothing),
  /** Makes (or finds) the demo connection and starts its service. */
  'connections.useDemo': route(nothing, connectionSchema),
  /** Ends a hold, or the quiet the service asked for; one trial goes first when the breaker had tripped. */
  'connections.resume': route(z.object({ id }), nothing),
  /** The person says that the proxy finds names which this computer can't find: ends the hold `proxyNamesUnknown`. */
  'connections.allowProxyNames': route(z.object({ id }), nothing),
  /** Images may come from this origin inside the network: ends the hold `imageHostPrivate` that names it. */
  'connections.allowOrigin': route(z.object({ id, origin: originSchema }), nothing),

  /** Sends although the bound of images paid for and not on disk is reached, until there are fewer again. */
  'connections.sendAnyway': route(z.object({ id }), nothing),

  /** Stops or takes up the sends of one; kept over restarts. */
  'connections.setPaused': route(z.object({ id, paused: z.boolean() }), nothing),

  'drafts.read': route(z.object({ connectionId: id }), draftSchema.nullable()),
  'drafts.write': route(z.object({ connectionId: id, draft: draftSchema }), nothing),

  /** One batch of every prompt the draft stands for; refused whole, as `expansionProblem` says. */
  'jobs.enqueue': route(
    z.object({ connectionId: id, draft: templateDraftSchema, first: z.boolean() }),
    z.object({ batchId: id, name: z.string(), jobs: z.number().int(), images: z.number().int() }),
  ),
  /** On the jobs named and on those of the sets; jobs it does not fit are left alone. */
  'jobs.act': route(
    z.object({
      ids: z.array(id).max(100_000),
      sets: z.array(jobSetSchema).max(1000).optional(),
      action: jobActionSchema,
    }),
    z.object({ done: z.number().int() }),
  ),
  /** What sending each of the jobs once more would cost. */
  'jobs.estimate': route(
    z.object({ ids: z.array(id).max(100_000), sets: z.array(jobSetSchema).max(1000) }),
    z.array(jobsCostSchema),
  ),
  /** Replaces a waiting job under a new id, at the same place. Refused with `jobNotWaiting` once it is sent. */
  'jobs.edit': route(z.object({ id, draft: sendableDraftSchema }), z.object({ id })),
  /** Moves a waiting job: steps are within its batch. */
  'jobs.place': route(z.object({ id, place: placeSchema }), placedSchema),
  /** Moves all waiting jobs of a batch. */
  'batches.place': route(z.object({ id, place: placeSchema }), placedSchema),
  'batches.prioritize': route(z.object({ id, priority: prioritySchema }), nothing),
  'batches.cancel': route(z.object({ id }), cancelResultSchema),
  /** `text`: words that must all appear in the name, whatever the case; empty for all. */
  'batches.list': route(z.object({ text: z.string().max(1000), ...window }), batchListSchema),
  'batches.rename': route(z.object({ id, name: batchNameSchema }), nothing),
  /** Stops or takes up the sends of one; kept over restarts. What was sent goes on. */
  'batches.setPaused': route(z.object({ id, paused: z.boolean() }), nothing),
  /** `limit`: how many rows of each group; `batchId`: of one batch, null for the whole queue. */
  'queue.overview': route(
    z.object({
      limit: z.number().int().min(1).max(groupRowsMaximum),
      batchId: id.nullable().default(null),
    }),
    queueOverviewSchema,
  ),
  /** The waiting jobs of a batch, next first. */
  'queue.waiting': route(z.object({ batchId: id, ...window }), waitingJobsSchema),
  'queue.pause': route(nothing, nothing),
  'queue.resume': route(nothing, nothing),
  /** Drops everything that waits, of every batch. */
  'queue.cancelWaiting': route(nothing, cancelResultSchema),
  /** Lists what is finished so far no more; nothing is deleted. False lists today's again. */
  'queue.clearFinished': route(z.object({ cleared: z.boolean() }), nothing),
  /** The network may be back: looks now for the services that could not be reached. */
  'queue.tryNow': route(nothing, nothing),
  /** Sends what has waited for long, or lets it wait on. */
  'queue.answer': route(z.object({ send: z.boolean() }), nothing),

  /**
   * Opens the native dialog and writes every damaged row that was kept, as it was. Refused with `folderUnwritable`.
   */
  'damage.save': route(nothing, z.object({ outcome: z.enum(['closed', 'written']) })),

  ...promptRoutes,

  ...referenceRoutes,

  'gallery.outline': route(galleryQuerySchema, galleryOutlineSchema),
  'gallery.page': route(galleryQuerySchema.extend(window), imageRows),
  /** Ids of the rows from one list position to another, both included: for a range or for all. */
  'gallery.ids': route(
    galleryQuerySchema.extend({ from: z.number().int().min(0), to: z.number().int().min(0) }),
    z.array(id),
  ),
  'images.details': route(z.object({ id }), imageDetailsSchema),
  /** Its own address at the service, to be sent as a reference. */
  'images.source': route(z.object({ id }), imageSourceSchema),
  'images.delete': route(z.object({ ids }), z.object({ deleted: z.number().int() })),
  /** Undoes `images.delete` while the files are still there. */
  'images.restore': route(z.object({ ids }), z.object({ restored: z.number().int() })),
  'images.reveal': route(z.object({ id }), nothing),

  /**
   * Opens the native folder dialog, then copies originals there; never overwrites. All images of a batch are named by
   * number, in the order of its jobs.
   */
  'exports.run': route(z.union([z.object({ imageIds: ids }), z.object({ batchId: id })]), exportResult),
  'exports.reveal': route(nothing, nothing),

  ...tableRoutes,
} as const

const revision = z.object({ revision: z.number().int() })

/** Every event, once: a fact in the past tense, joined to at most ten a second of each kind. */
export const events = {
  /** The app ends: the window writes what it has not written yet, then calls `app.written`. */
  'app.ending': nothing,
  'app.noticesChanged': z.array(noticeSchema),
  'preferences.changed': preferencesSchema,
  'connections.changed': z.array(connectionSchema),
  'queue.changed': revision,
  'gallery.changed': revision,
  /** What is remembered of prompts, models and sizes. */
  'prompts.changed': revision,
  /** The table that is open, null when none is. */
  'tables.changed': openTableSchema.nullable(),
  'export.progressed': z.object({ done: z.number().int(), total: z.number().int() }),
  /** The menu or a shortcut of the system asked for something the window does. */
  'window.commanded': z.enum([
    'settings',
    'search',
    'shortcuts',
    'export',
    'togglePause',
    'generate',
    'connection',
    'openTable',
  ]),
} as const

export type RouteName = keyof typeof routes
/** What a caller passes. */
export type RouteInput<R extends RouteName> = z.input<(typeof routes)[R]['input']>
/** What a handler gets: the input after parsing. */
export type RouteParsed<R extends RouteName> = z.output<(typeof routes)[R]['input']>
export type RouteOutput<R extends RouteName> = z.output<(typeof routes)[R]['output']>
export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError }
