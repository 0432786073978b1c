import { AppFailure, appError, appErrorSchema } from '@shared/errors'
import type { Bridge } from '@shared/ipc/bridge'
import type { EventName, EventPayload, RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import { z } from 'zod'

/** The main process, as the window sees it. */
export interface Client {
  /** Rejects with AppFailure when the route answers with a failure. */
  call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
  /** The same of `tables.open` for a file that was dropped into the window. */
  openDropped(file: File, input: RouteInput<'tables.open'>): Promise<RouteOutput<'tables.open'>>
  /** Returns the disposer. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
}

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])

export function createClient(bridge: Bridge): Client {
  return {
    call: async <R extends RouteName>(route: R, input: RouteInput<R>) =>
      answered<R>(await bridge.request(route, input)),
    openDropped: async (file, input) => answered<'tables.open'>(await bridge.openDropped(file, input)),
    on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) {
      return bridge.subscribe((name, payload) => {
        if (name === event) listener(payload as EventPayload<E>)
      })
    },
  }
}

function answered<R extends RouteName>(said: unknown): RouteOutput<R> {
  const answer = answerSchema.safeParse(said)
  if (!answer.success) throw new AppFailure(appError('internal'), { cause: answer.error })
  if (!answer.data.ok) throw new AppFailure(answer.data.error)
  // The router's handlers are typed by the same contract: reading 100,000 ratios twice would buy nothing.
  return answer.data.value as RouteOutput<R>
}
