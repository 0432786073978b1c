import type { AppError } from '@shared/errors'
import type { Preferences as PreferenceValues } from '@shared/model/preferences'
import type { EntryName } from '@shared/processes/entryArguments'

/**
 * Keeps API keys by account name. Never on disk in plain text. "There is no such key", "locked" and "unavailable" are
 * different answers: only the first one says something about a key.
 */
export interface Secrets {
  /**
   * What was last found. `keychain`: a probe could be set, read and deleted. `locked`: there is a keychain that nobody can
   * read now. `unavailable`: none can be reached now, and maybe there is none.
   */
  readonly kind: 'keychain' | 'locked' | 'unavailable'
  /**
   * Looks again, and changes `kind`. The system may ask the user for a password: resolves only once that is answered.
   * Calls during a look share it. Never rejects.
   */
  look(): Promise<void>
  /**
   * Null only if the keychain can be read and has no such account. Throws AppFailure `keychainLocked` or
   * `keychainUnavailable` if it can't be read now; unless `kind` is `keychain`, it does so without asking.
   */
  get(account: string): Promise<string | null>
  /** Throws the same: nothing is kept. */
  set(account: string, secret: string): Promise<void>
  /** Throws the same: anything in the keychain stays. */
  remove(account: string): Promise<void>
  /** Whether a call hasn't returned, for example because the user is asked: the process can't end on its own. */
  isHanging(): boolean
}

export interface Preferences {
  read(): PreferenceValues
  change(patch: Partial<PreferenceValues>): PreferenceValues
  /**
   * Calls back with the error if a change can't be written, and with null once it is; until then it is kept in memory.
   * Called at once if that is already the case. Returns the disposer.
   */
  onUnwritten(listener: (error: AppError | null) => void): () => void
}

export interface Dialogs {
  /** Absolute path of an existing folder, or null if the user closed the dialog. */
  chooseFolder(purpose: 'library' | 'move' | 'export'): Promise<string | null>
  /** Absolute path of an existing file, or null if the user closed the dialog. */
  chooseFile(purpose: 'table'): Promise<string | null>
  /** Absolute paths of images, or of one folder; none if the user closed the dialog. */
  chooseImages(what: 'files' | 'folder'): Promise<readonly string[]>
  /**
   * Absolute path of a file to be written, or null if the user closed the dialog. `name` is the suggestion in the
   * dialog. An existing file is replaced, because the dialog has asked.
   */
  saveFile(purpose: 'table' | 'damagedRows' | 'keptFile', name: string): Promise<string | null>
}

export interface Notifier {
  /** A batch has no unfinished jobs left. The system shows it, with texts from the catalogue. */
  batchDone(batch: {
    readonly name: string
    readonly saved: number
    readonly failed: number
    readonly needsYou: number
  }): void
}

export interface Power {
  /** Calls back when the computer is about to sleep; returns the disposer. */
  onSuspend(listener: () => void): () => void
  /** Calls back after the computer wakes; returns the disposer. */
  onResume(listener: () => void): () => void
  /** Keeps the computer awake until the disposer is called. */
  keepAwake(): () => void
}

export interface Proxy {
  /** The proxy for a URL as `http://host:port`, or null for none. */
  resolve(url: string): Promise<string | null>
}

export interface Clipboard {
  writeText(text: string): void
  /** A picture, as a PNG. Throws AppFailure `clipboardUnfit`. */
  writeImage(png: Buffer): Promise<void>
  /** Files, by absolute path, for file managers to paste. Throws AppFailure `clipboardUnfit`. */
  writeFiles(paths: readonly string[]): Promise<void>
}

export interface FileDrag {
  /**
   * What is dragged in the window becomes these files, for other programs too. Absolute paths, at least one; `icon` is a
   * PNG to show beside the pointer, null for a plain one.
   */
  start(paths: readonly string[], icon: Buffer | null): void
}

export interface Opener {
  /** Shows a file in the system's file manager. */
  reveal(path: string): void
  openFolder(path: string): Promise<void>
  /** Opens an image in the program that the system has for it. Throws AppFailure `notAllowed` for any other file. */
  openImage(path: string): Promise<void>
  /** Opens an https URL in the browser. */
  openExternal(url: string): Promise<void>
  /** Moves a file to the system's trash. */
  trash(path: string): Promise<void>
}

export interface Clock {
  /** Milliseconds since the epoch; may jump. For what is stored or shown. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back. For durations inside this process. */
  monotonic(): number
  /**
   * Calls back once after `ms`, with 0 in the next turn of the loop; returns the disposer. Inside the core, the guard
   * handles the callback's outcome.
   */
  after(ms: number, callback: () => unknown): () => void
  /**
   * The same for the end of a wait that only something that hangs should reach. A clock that hurries leaves limits
   * whole: what is slow would seem to hang.
   */
  limit(ms: number, callback: () => unknown): () => void
}

/** Structured log lines. Never a prompt, a key, a query string or user info. */
export interface Logger {
  info(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void
  warn(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void
  error(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void
}

/** One of our own processes, reached by structured-clone messages. */
export interface ChildChannel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once with the exit code when the process is gone. */
  onExit(listener: (code: number | null) => void): void
  kill(): void
  /** Memory the process uses now, in bytes; null if that can't be determined, and once it is gone. */
  memory(): number | null
}

/** Starts one of the app's entries in its own process: a utility process, or a plain child in tests. */
export interface Processes {
  start(entry: EntryName, args: readonly string[]): ChildChannel
}

/** Absolute paths. */
export interface Places {
  /** Database, demo files, thumbnails, spooled answers. */
  readonly profile: string
  /** The library folder if the user hasn't chosen one. */
  readonly defaultLibrary: string
}

export interface Ports {
  readonly secrets: Secrets
  readonly preferences: Preferences
  readonly dialogs: Dialogs
  readonly notifier: Notifier
  readonly power: Power
  readonly proxy: Proxy
  readonly clipboard: Clipboard
  readonly drag: FileDrag
  readonly opener: Opener
  readonly clock: Clock
  readonly logger: Logger
  readonly processes: Processes
  readonly places: Places
}
