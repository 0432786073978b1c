import { countAnew } from '../counts'
import { type Connection, isConstraint } from '../sqlite'
import { createDamagedRows, type DamagedRows } from './damagedRows'
import { hasOrphans, relinkParents, restoreHierarchy } from './lostParents'
import { type Column, createRowCheck, type RowCheck } from './rowCheck'
import { tableRules } from './tableRules'

/**
 * How many rounds look for damage that earlier repairs uncovered; what still doesn't fit in the last one is set aside.
 */
const rounds = 4

/**
 * Checks every row of an open, migrated database and repairs the damaged ones. A lost value is replaced with what other
 * rows show, or with a safe value. A row that can't do without it is set aside, and so is one whose parent is gone.
 * Each is kept as it was. Returns how many were kept.
 *
 * If the damage goes beyond that, throws what SQLite throws, with nothing changed. `rulesHold`: SQLite found no row
 * that breaks a rule of its table.
 */
export function repairRows(
  connection: Connection,
  { now, rulesHold }: { readonly now: number; readonly rulesHold: boolean },
): number {
  const checks = tableRules.map((rules) => createRowCheck(connection, rules))
  const isDamaged = (options = { rulesHold: false }) =>
    hasOrphans(connection) || checks.some((check) => check.damaged(options).length > 0)
  if (!isDamaged({ rulesHold })) return 0

  const rows = createDamagedRows(connection, now)
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN IMMEDIATE')
  try {
    const triggersAgain = takeTriggers(connection)
    // If a row reads differently from what was written, its indexes still have the old value.
    connection.exec('REINDEX')
    for (let round = 1; round <= rounds && isDamaged(); round++) {
      relinkParents(connection, rows)
      for (const check of checks)
        for (const rowid of check.damaged({ rulesHold: false })) {
          if (check.derived) connection.prepare(`DELETE FROM "${check.table}" WHERE rowid = ?`).run(rowid)
          else if (round === rounds) rows.setAside(check.table, rowid)
          else repairRow(connection, check, rows, rowid)
        }
      restoreHierarchy(connection, rows)
    }
    connection.exec(`
      INSERT OR IGNORE INTO queue_state (id, paused) VALUES (1, 1);
      INSERT INTO images_text (images_text) VALUES ('delete-all');
      INSERT INTO images_short (images_short) VALUES ('delete-all');
      ${countAnew}
      ${triggersAgain}
      COMMIT;`)
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  } finally {
    connection.exec('PRAGMA ignore_check_constraints = OFF; PRAGMA foreign_keys = ON')
  }
  return rows.count()
}

/**
 * Counting with a damaged row's old values would fail, so everything is counted again. Returns the SQL that restores
 * the triggers.
 */
function takeTriggers(connection: Connection): string {
  const triggers = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    readonly name: string
    readonly sql: string
  }[]
  for (const { name } of triggers) connection.exec(`DROP TRIGGER "${name}"`)
  return triggers.map(({ sql }) => `${sql};`).join('\n')
}

function repairRow(connection: Connection, check: RowCheck, rows: DamagedRows, rowid: bigint): void {
  const { table } = check
  const change = (assignments: readonly string[], ...params: readonly string[]) =>
    connection
      .prepare(`UPDATE "${table}" SET ${assignments.join(', ')} WHERE rowid = ?`)
      .run(...params, rowid)
  rows.keep(table, rowid)
  try {
    const { names, lossy } = check.misfits(rowid)
    for (const [name, bytes] of lossy) change([`"${name}" = ?`], bytes.toString())
    const repairs = check.columns.filter(({ name }) => names.has(name)).map(repairOf)
    if (repairs.length === 0) return
    const needed = repairs.flatMap(({ nullable, value }) => (nullable ? [] : [`typeof((${value})) = 'null'`]))
    const isLost = connection.prepare(
      `SELECT 1 FROM "${table}" WHERE rowid = ? AND (${['FALSE', ...needed].join(' OR ')})`,
    )
    if (isLost.get(rowid) !== undefined) rows.setAside(table, rowid)
    else change(repairs.flatMap(({ assignments }) => assignments))
  } catch (error) {
    // For example, two columns at once, or a second row with the same name.
    if (!isConstraint(error)) throw error
    rows.setAside(table, rowid)
  }
}

function repairOf({ name, nullable, standard, rule }: Column) {
  const value = rule.instead ?? standard ?? 'NULL'
  const assignments = [`"${name}" = (${value})`, ...(rule.also === undefined ? [] : [rule.also])]
  return { nullable, value, assignments }
}
