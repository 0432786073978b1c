import type { OpenTable } from '@shared/model/table'
import type { PlannedRow } from '@shared/processes/tables'
import type { Database } from '../db/database'
import { textColumn } from '../db/textColumn'

/** What is kept about the table a batch came from: its layout, and every row, queued or not. */
export interface BatchRecord {
  begin(batchId: string, table: OpenTable): void
  add(batchId: string, connectionId: string, rows: readonly PlannedRow[]): void
  /** Removes at most this many rows; true once nothing is left. */
  removeSome(batchId: string, limit: number): boolean
}

export function createBatchRecord(db: Database): BatchRecord {
  return {
    begin(batchId, { name, layout, columns, settings }) {
      db.run(
        `INSERT INTO batch_tables (batch_id, name, layout_json, columns_json, settings_json)
         VALUES (:batchId, :name, :layout, :columns, :settings)`,
        {
          batchId,
          name: textColumn(name),
          layout: JSON.stringify(layout),
          columns: JSON.stringify(columns),
          settings: JSON.stringify(settings),
        },
      )
    },

    add(batchId, connectionId, rows) {
      const kept = rows.map(({ row, cells, key, content, source }) => ({
        row,
        cells,
        key: key === null ? null : textColumn(key),
        content,
        source,
      }))
      db.run(
        `INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
         SELECT :batchId, value ->> 'row', value ->> 'cells', :connectionId, value ->> 'key', value ->> 'content',
           value ->> 'source'
         FROM json_each(:rows)`,
        { batchId, connectionId, rows: JSON.stringify(kept) },
      )
    },

    removeSome: (batchId, limit) =>
      db.transaction(() => {
        const removed = db.run(
          `DELETE FROM batch_rows WHERE rowid IN (
             SELECT rowid FROM batch_rows WHERE batch_id = :batchId LIMIT :limit)`,
          { batchId, limit },
        )
        if (removed === limit) return false
        db.run('DELETE FROM batch_tables WHERE batch_id = :batchId', { batchId })
        return true
      }),
  }
}
