import { type BrowserWindow, Notification } from 'electron'
import type { Logger, Notifier } from '../core/ports'
import { loadNativeText } from './nativeText'
import { showWindow } from './window'

type DoneBatch = Parameters<Notifier['batchDone']>[0]

/** System notifications, for a person who is looking at something else. A click brings up the window. */
export function createNotifier(window: BrowserWindow, logger: Logger): Notifier {
  const open = new Set<Notification>()

  async function show(batch: DoneBatch): Promise<void> {
    const notification = new Notification({ title: batch.name, body: await summary(batch) })
    // A notification that is garbage-collected no longer receives its click.
    open.add(notification)
    notification.once('click', () => showWindow(window))
    notification.once('close', () => open.delete(notification))
    notification.show()
  }

  return {
    batchDone(batch) {
      if (!Notification.isSupported() || isSeen(window)) return
      show(batch).catch(() => logger.warn('notification.failed'))
    },
  }
}

/** A hidden window can still have the focus. */
function isSeen(window: BrowserWindow): boolean {
  return !window.isDestroyed() && window.isVisible() && window.isFocused()
}

async function summary(batch: DoneBatch): Promise<string> {
  const text = await loadNativeText()
  return [
    text('batchDone.saved', { count: batch.saved }),
    ...(batch.failed > 0 ? [text('batchDone.failed', { count: batch.failed })] : []),
    ...(batch.needsYou > 0 ? [text('batchDone.needsYou', { count: batch.needsYou })] : []),
  ].join(', ')
}
