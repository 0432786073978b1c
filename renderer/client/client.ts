import { AppFailure, appError, appErrorSchema } from '@shared/errors'
import type { Bridge } from '@shared/ipc/bridge'
import type { EventName, EventPayload, RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import { z } from 'zod'

/** The main process, as seen from the window. */
export interface Client {
  /** Rejects with AppFailure when the route answers with a failure. */
  call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
  /** The same as `tables.open`, for a file dropped into the window. */
  openDropped(file: File, input: RouteInput<'tables.open'>): Promise<RouteOutput<'tables.open'>>
  /** The same as `bringing.choose`, for files and folders dropped into the window. */
  bringDropped(files: readonly File[]): Promise<RouteOutput<'bringing.choose'>>
  /** Returns the disposer. However many listeners there are, there is one subscription to the bridge. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
}

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])

export function createClient(bridge: Bridge): Client {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let subscribed = false

  function listenersOf(event: EventName): Set<(payload: unknown) => void> {
    const known = listeners.get(event)
    if (known !== undefined) return known
    const added = new Set<(payload: unknown) => void>()
    listeners.set(event, added)
    return added
  }

  // Kept for the life of the page: every further subscription would copy each event over the bridge again.
  function subscribe(): void {
    if (subscribed) return
    subscribed = true
    bridge.subscribe((name, payload) => {
      for (const listener of [...(listeners.get(name) ?? [])]) tell(listener, payload)
    })
  }

  return {
    call: async <R extends RouteName>(route: R, input: RouteInput<R>) =>
      answered<R>(await bridge.request(route, input)),
    openDropped: async (file, input) => answered<'tables.open'>(await bridge.openDropped(file, input)),
    bringDropped: async (files) => answered<'bringing.choose'>(await bridge.bringDropped(files)),
    on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) {
      subscribe()
      const hear = (payload: unknown): void => listener(payload as EventPayload<E>)
      const heard = listenersOf(event)
      heard.add(hear)
      return () => {
        heard.delete(hear)
      }
    },
  }
}

/** A listener that throws keeps the event from no other. */
function tell(listener: (payload: unknown) => void, payload: unknown): void {
  try {
    listener(payload)
  } catch (fault) {
    reportError(fault)
  }
}

function answered<R extends RouteName>(said: unknown): RouteOutput<R> {
  const answer = answerSchema.safeParse(said)
  if (!answer.success) throw new AppFailure(appError('internal'), { cause: answer.error })
  if (!answer.data.ok) throw new AppFailure(answer.data.error)
  // The router's handlers are typed by the same contract: parsing 100,000 ratios twice would gain nothing.
  return answer.data.value as RouteOutput<R>
}
