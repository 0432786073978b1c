/** The one request channel and the one event channel between the window and the main process. */
export const requestChannel = 'cyanotype:request'
/** For a file that was dropped into the window: the only paths that come from there. */
export const droppedChannel = 'cyanotype:dropped'
/** The same for images and folders that are to be brought in. */
export const bringChannel = 'cyanotype:bring'
export const eventChannel = 'cyanotype:event'

/** The one global the preload script exposes, as `window.cyanotype`. */
export interface Bridge {
  /** Answers `{ok: true, value}` or `{ok: false, error}`; never rejects for an expected failure. */
  request(route: string, input: unknown): Promise<unknown>
  /**
   * Opens a table that the user dropped into the window: a `File`, whose path the page can neither read nor invent.
   * Input and answer are those of `tables.open`.
   */
  openDropped(file: object, input: unknown): Promise<unknown>
  /**
   * Looks at images and folders that the user dropped into the window. The answer is that of `bringing.choose`.
   */
  bringDropped(files: readonly object[]): Promise<unknown>
  /** Calls back for every event; returns the disposer. */
  subscribe(listener: (event: string, payload: unknown) => void): () => void
}
