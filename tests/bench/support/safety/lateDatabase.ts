import type { Database } from '../../../../electron/core/db/database'
import { openDatabase as openReal } from '../../../../electron/core/db/opening/openDatabase'

const lateMs = 250

/**
 * A database whose commits reach the disk up to a quarter of a second after they were reported: the mistake that the
 * bench must find.
 */
export const openDatabase: typeof openReal = (options) => {
  const opened = openReal(options)
  const { db } = opened
  let isOpen = false
  let depth = 0

  function commit(): void {
    if (!isOpen) return
    isOpen = false
    db.run('COMMIT')
  }
  function begin(): void {
    if (isOpen) return
    isOpen = true
    db.run('BEGIN IMMEDIATE')
    setTimeout(commit, lateMs)
  }

  const late: Database = {
    run(sql, params) {
      begin()
      return db.run(sql, params)
    },
    get(sql, params) {
      begin()
      return db.get(sql, params)
    },
    all: db.all,
    transaction(body) {
      if (depth > 0) return body()
      begin()
      depth++
      db.run('SAVEPOINT late')
      try {
        return body()
      } catch (error) {
        db.run('ROLLBACK TO late')
        throw error
      } finally {
        db.run('RELEASE late')
        depth--
      }
    },
    version: db.version,
    close() {
      commit()
      db.close()
    },
  }
  return { ...opened, db: late }
}
