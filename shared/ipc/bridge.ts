/** The one request channel and the one event channel between the window and the main process. */
export const requestChannel = 'cyanotype:request'
/** For a file that was dropped into the window: the only path that comes from there. */
export const droppedChannel = 'cyanotype:dropped'
export const eventChannel = 'cyanotype:event'

/** The one global the preload script exposes, as `window.cyanotype`. */
export interface Bridge {
  /** Answers `{ok: true, value}` or `{ok: false, error}`; never rejects for an expected failure. */
  request(route: string, input: unknown): Promise<unknown>
  /**
   * Opens a table that the person dropped into the window: a `File`, whose path the page can neither read nor invent.
   * Input and answer are those of `tables.open`.
   */
  openDropped(file: object, input: unknown): Promise<unknown>
  /** Calls back for every event; returns the disposer. */
  subscribe(listener: (event: string, payload: unknown) => void): () => void
}
