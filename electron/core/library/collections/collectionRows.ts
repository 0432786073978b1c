import {
  type Collection,
  collectionKey,
  collectionNameMaximum,
  collectionsMaximum,
} from '@shared/model/collection'
import type { Database } from '../../db/database'
import { textColumn } from '../../db/textColumn'

/** The SQL of collections, apart from the images in them. Every change joins the current transaction. */
export interface CollectionRows {
  /** By name. */
  list(): readonly Collection[]
  /** The name of one; null if it was removed, or never was. */
  nameOf(id: string): string | null
  /** The one that has this name, as searches compare names; null if none has. */
  named(name: string): string | null
  /** Returns false, and inserts nothing, if there are too many. */
  insert(id: string, name: string, now: number): boolean
  rename(id: string, name: string): void
  /** Its images stay in it, in their order. */
  remove(id: string): void
  /** Brings it back, by another name if its own is taken by now. Returns false if it wasn't removed. */
  restore(id: string): boolean
  /** Ids of all that are removed. */
  removed(): readonly string[]
  /** Forgets some images of one that is removed, then itself. Returns whether it may have more. */
  forgetSome(id: string, rows: number): boolean
}

export function createCollectionRows(db: Database): CollectionRows {
  const named = (name: string): string | null =>
    db.get<{ id: string }>('SELECT id FROM collections WHERE folded = :folded AND removed = 0', {
      folded: collectionKey(name),
    })?.id ?? null

  const rename = (id: string, name: string): void => {
    db.run('UPDATE collections SET name = :name, folded = :folded WHERE id = :id', {
      ...{ id, name: textColumn(name), folded: collectionKey(name) },
    })
  }

  function freeName(wanted: string): string {
    for (let at = 2, name = wanted; ; at++) {
      if (named(name) === null) return name
      const ending = ` ${at}`
      name = wanted.slice(0, collectionNameMaximum - ending.length) + ending
    }
  }

  return {
    list: () =>
      db.all<Collection>(
        `SELECT collections.id, name, coalesce(collection_counts.images, 0) AS images FROM collections
         LEFT JOIN collection_counts ON collection_id = collections.id WHERE removed = 0 ORDER BY folded`,
      ),

    nameOf: (id) =>
      db.get<{ name: string }>('SELECT name FROM collections WHERE id = :id AND removed = 0', { id })?.name ??
      null,

    named,

    insert(id, name, now) {
      const { count = 0 } = db.get<{ count: number }>('SELECT count(*) AS count FROM collections') ?? {}
      if (count >= collectionsMaximum) return false
      db.run('INSERT INTO collections (id, name, folded, created_at) VALUES (:id, :name, :folded, :now)', {
        id,
        name: textColumn(name),
        folded: collectionKey(name),
        now,
      })
      return true
    },

    rename,

    remove(id) {
      db.run('UPDATE collections SET removed = 1 WHERE id = :id', { id })
    },

    restore(id) {
      const row = db.get<{ name: string }>('SELECT name FROM collections WHERE id = :id AND removed = 1', {
        id,
      })
      if (row === undefined) return false
      const name = freeName(row.name)
      if (name !== row.name) rename(id, name)
      db.run('UPDATE collections SET removed = 0 WHERE id = :id', { id })
      return true
    },

    removed: () => db.all<{ id: string }>('SELECT id FROM collections WHERE removed = 1').map(({ id }) => id),

    forgetSome(id, rows) {
      const forgotten = db.run(
        `DELETE FROM collected WHERE rowid IN (SELECT rowid FROM collected WHERE collection_id = :id LIMIT :rows)`,
        { id, rows },
      )
      if (forgotten === rows) return true
      db.run('DELETE FROM collections WHERE id = :id', { id })
      return false
    },
  }
}
