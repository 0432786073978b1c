import type { Answer, EventName, EventPayload } from '@shared/ipc/contract'
import type { AppSnapshot } from '@shared/model/app'
import type { DemoOptions } from '@shared/processes/demo'
import type { Library } from './library/library'
import type { Previews } from './previews/previews'
import type { Timeouts } from './service/timeouts'
import type { TaskWatch } from './taskWatch'

/** One event of the contract with its payload. */
export type CoreEvent = {
  readonly [E in EventName]: { readonly event: E; readonly payload: EventPayload<E> }
}[EventName]

export interface CoreOptions {
  /** For the about panel and diagnostics. */
  readonly app: Pick<AppSnapshot, 'version' | 'platform' | 'runtime'>
  /** Overrides of the demo service's defaults. */
  readonly demo?: Partial<Omit<DemoOptions, 'folder' | 'key'>>
  /**
   * With fewer free bytes, nothing is sent or fetched; default 1 GB, or three times the bytes in flight if that is
   * more.
   */
  readonly diskReserveBytes?: number
  /** Whether the app is about to end because of a bug. Default: never. */
  readonly isEnding?: () => boolean
  /** Measures the tasks of the process. Default: nothing does. */
  readonly tasks?: Pick<TaskWatch, 'measure' | 'logCounts'>
  /** How long to wait for the service, if other than the defaults. */
  readonly timeouts?: Partial<Timeouts>
}

/** The whole app without its window: everything the shell needs from it. */
export interface Core {
  /**
   * Answers a request of the window; never rejects. The input is parsed here; the shell first checks that the sender's
   * frame is ours.
   */
  handle(route: string, input: unknown): Promise<Answer<unknown>>
  /**
   * Opens a table by the path of a file that was dropped into the window; the window itself never passes a path. Input
   * and answer are those of `tables.open`; never rejects.
   */
  openTable(path: string, input: unknown): Promise<Answer<unknown>>
  /**
   * Looks at files and folders that were dropped into the window, by their paths. The answer is that of
   * `bringing.choose`; never rejects.
   */
  bringDropped(paths: readonly string[]): Promise<Answer<unknown>>
  /** Calls back for every event, at most ten per second of each kind; returns the disposer. */
  subscribe(listener: (event: CoreEvent) => void): () => void
  /** For the image protocol. */
  readonly images: Pick<Library, 'pictureFile' | 'thumbnail'>
  readonly previews: Pick<Previews, 'file'>
  /**
   * Direct requests whose answer is still to come: quitting now would leave them uncertain. Changes are announced by
   * `queue.changed`.
   */
  openDirectRequests(): number
  /** True: the app is about to quit, so no paid request is sent any more. False: it doesn't quit after all. */
  holdForQuit(quitting: boolean): void
  /** Lets the window write what it hasn't written yet, for example the draft; waits at most a second. */
  hearLastWords(): Promise<void>
  /** Resumes what the last run left behind, and starts sending. */
  start(): Promise<void>
  /**
   * Leaves everything in a state that can be resumed, and closes the database. Safe to call twice. `hanging`: a file
   * system or the keychain isn't responding and would keep the process from ever ending, so it must be killed.
   */
  stop(): Promise<'ended' | 'hanging'>
}
