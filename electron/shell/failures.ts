import { AppFailure } from '@shared/errors'
import { native } from '@shared/text/native'
import { type App, dialog, type WebContents } from 'electron'
import { traceOf } from '../core/errorTrace'
import type { Logger } from '../core/ports'
import { isFileProblem, storageProblem } from '../core/storageProblem'

/**
 * The one path for bugs: log, inform the user, quit. The state on disk is always safe to continue from. The state in
 * memory no longer is, and quitting never pays twice. Returns a function that says whether this has happened.
 */
export function endOnBugs(app: App, logger: Logger, logs: string): () => boolean {
  let ending = false
  const end = (error: unknown): void => {
    logger.error('bug', traceOf(error))
    if (ending) return
    ending = true
    if (app.isReady())
      dialog.showErrorBox(native.crashed.title, native.crashed.message.replace('{{logs}}', logs))
    app.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  app.on('child-process-gone', (_event, { type, reason, name }) => {
    logger.warn('process.gone', { type, reason, name: name ?? null })
  })
  return () => ending
}

/** Tells the user why the core can't run, and quits the app. */
export function endOnFailedStart(app: Pick<App, 'exit'>, logger: Logger, logs: string, error: unknown): void {
  // Before there is a database, what is refused is its folder; then it may be its first statements.
  const refused = isFileProblem(error) || storageProblem(error) !== null ? 'storageUnwritable' : null
  const code = error instanceof AppFailure ? error.error.code : refused
  logger.error('start.failed', { code, ...traceOf(error) })
  const words = native.startFailed
  const isWorded = code === 'databaseNewer' || code === 'databaseLocked' || code === 'storageUnwritable'
  const text = isWorded ? words[code] : words.other
  dialog.showErrorBox(words.title, text.replace('{{logs}}', logs))
  app.exit(1)
}

/** Tells the user that the app runs already and doesn't answer, and ends this start of it. */
export function endOnSilence(app: Pick<App, 'exit'>): void {
  dialog.showErrorBox(native.runningSilent.title, native.runningSilent.message)
  app.exit(1)
}

/** The page only mirrors the core: if it crashes it is reloaded, unless it hasn't loaded since the last reload. */
export function watchPage(contents: WebContents, logger: Logger): void {
  let loaded = false
  contents.on('did-finish-load', () => {
    loaded = true
  })
  contents.on('did-fail-load', (_event, code) => logger.error('page.failed', { code }))
  contents.on('render-process-gone', (_event, { reason }) => {
    logger.error('page.gone', { reason })
    if (!loaded || reason === 'clean-exit') return
    loaded = false
    contents.reload()
  })
}
