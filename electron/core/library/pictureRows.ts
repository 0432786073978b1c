import type { Database } from '../db/database'
import type { GalleryOrder } from './galleryOrder'

/** The SQL of what is found out about pictures after they have their rows. */
export interface PictureRows {
  /** Marks it as too large to decode. */
  markUndecoded(id: string): void
  /** Keeps a placeholder; nothing for an image that is gone. */
  setPlaceholder(id: string, placeholder: string): void
  /** Images that should have a placeholder and have none, with numbers below this one, the highest first. */
  withoutPlaceholder(before: number, limit: number): readonly Numbered[]
  /** Notes whether its file has Content Credentials; nothing for an image that is gone. */
  setCredentials(id: string, hasCredentials: boolean): void
  /** Images of which that isn't known, in the same way. */
  withUnreadCredentials(before: number, limit: number): readonly Numbered[]
}

interface Numbered {
  readonly id: string
  readonly number: number
}

export function createPictureRows(db: Database, order: Pick<GalleryOrder, 'paint'>): PictureRows {
  return {
    markUndecoded(id) {
      db.run('UPDATE images SET decoded = 0 WHERE id = :id', { id })
    },

    setPlaceholder(id, placeholder) {
      const row = db.get<{ number: number }>(
        'UPDATE images SET placeholder = :placeholder WHERE id = :id RETURNING number',
        { id, placeholder },
      )
      if (row !== undefined) order.paint(row.number, placeholder)
    },

    setCredentials(id, hasCredentials) {
      db.transaction(
        () =>
          db.run('UPDATE images SET credentials = :has WHERE id = :id', { id, has: Number(hasCredentials) }),
        { isRemade: true },
      )
    },

    withUnreadCredentials: (before, limit) =>
      db.all<Numbered>(
        `SELECT id, number FROM images INDEXED BY images_with_unread_credentials
         WHERE credentials IS NULL AND deleted_at IS NULL AND number < :before
         ORDER BY number DESC LIMIT :limit`,
        { before, limit },
      ),

    withoutPlaceholder: (before, limit) =>
      db.all<Numbered>(
        `SELECT id, number FROM images INDEXED BY images_without_placeholder
         WHERE placeholder IS NULL AND decoded = 1 AND deleted_at IS NULL AND number < :before
         ORDER BY number DESC LIMIT :limit`,
        { before, limit },
      ),
  }
}
