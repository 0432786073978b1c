import { appError } from '@shared/errors'
import { taskIdPlace } from '@shared/model/connection'
import type { Changes } from '../changes'
import { usualTaskPath } from '../connections/askPlaces'
import type { Connections } from '../connections/connections'
import type { Notices } from '../notices'
import type { Preferences } from '../ports'
import type { Queue } from '../queue/queue'

const noticeId = (connectionId: string): string => `learned ${connectionId}`

/**
 * Says what the first image of a connection has taught, once a connection: until the user has read it, even across
 * restarts. Returns the disposer.
 */
export function announceFirstImages(deps: {
  readonly notices: Notices
  readonly changes: Changes
  readonly connections: Pick<Connections, 'list'>
  readonly queue: Pick<Queue, 'firstImage'>
  readonly preferences: Pick<Preferences, 'read' | 'change'>
}): () => void {
  const { notices, changes, connections, queue, preferences } = deps
  const shown = new Set<string>()
  const services = () => connections.list().filter(({ kind }) => kind === 'service')
  // What had images before anything was kept about this needs no words.
  let read =
    preferences.read().firstImagesRead ??
    services().flatMap(({ id }) => (queue.firstImage(id) === null ? [] : [id]))

  function keep(ids: readonly string[]): void {
    const existing = new Set(services().map(({ id }) => id))
    read = ids.filter((id) => existing.has(id))
    preferences.change({ firstImagesRead: [...read] })
  }

  function look(): void {
    for (const connection of services()) {
      const { id } = connection
      if (shown.has(id) || read.includes(id)) continue
      const first = queue.firstImage(id)
      if (first === null) continue
      // Or the next start would take it for one that had images before.
      if (preferences.read().firstImagesRead === null) keep(read)
      shown.add(id)
      const tasks = usualTaskPath(connection).replace(taskIdPlace, '…')
      const answer = first.asTask ? { answer: 'task', tasks } : { answer: 'direct' }
      const params = { id, connection: connection.name, came: first.came, ...answer }
      const error = appError('imagesLearned', { params })
      notices.put({ id: noticeId(id), level: 'info', error, dismissible: true })
    }
  }

  function review(): void {
    const listed = new Set(notices.list().map(({ id }) => id))
    const dismissed = [...shown].filter((id) => !listed.has(noticeId(id)))
    if (dismissed.length === 0) return
    for (const id of dismissed) shown.delete(id)
    keep([...read, ...dismissed])
  }

  function clearRemoved(): void {
    const existing = new Set(services().map(({ id }) => id))
    for (const id of [...shown]) if (!existing.has(id)) notices.clear(noticeId(id))
  }

  look()
  return changes.subscribe((kind) => {
    if (kind === 'gallery') look()
    if (kind === 'notices') review()
    if (kind === 'connections') clearRemoved()
  })
}
