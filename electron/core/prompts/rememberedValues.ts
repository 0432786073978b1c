import type { UsedField } from '@shared/model/prompt'
import { variableKey } from '@shared/model/template'
import type { Database } from '../db/database'
import type { RememberedValues } from './prompts'

/** Of each field on each connection. */
const usedMaximum = 20
const namesMaximum = 1000

export function createRememberedValues(db: Database): RememberedValues {
  const usedOf = (connectionId: string, field: UsedField): string[] =>
    db
      .all<{ value: string }>(
        `SELECT value FROM used_values WHERE connection_id = :connectionId AND field = :field
         ORDER BY number DESC`,
        { connectionId, field },
      )
      .map(({ value }) => value)

  function forgetUsed(connectionId: string, field: UsedField, value: string): void {
    db.run(
      'DELETE FROM used_values WHERE connection_id = :connectionId AND field = :field AND value = :value',
      { connectionId, field, value },
    )
  }

  return {
    used: (connectionId) => ({ model: usedOf(connectionId, 'model'), size: usedOf(connectionId, 'size') }),

    addUsed(connectionId, field, value) {
      forgetUsed(connectionId, field, value)
      db.run('INSERT INTO used_values (connection_id, field, value) VALUES (:connectionId, :field, :value)', {
        connectionId,
        field,
        value,
      })
      for (const old of usedOf(connectionId, field).slice(usedMaximum)) forgetUsed(connectionId, field, old)
    },

    forgetUsed,

    valuesOf(names) {
      const found = names.flatMap((name) => {
        const row = db.get<{ value: string }>('SELECT value FROM variable_values WHERE name = :name', {
          name: variableKey(name),
        })
        return row === undefined ? [] : [[name, row.value] as const]
      })
      return Object.fromEntries(found)
    },

    addValue(name, value) {
      db.run('DELETE FROM variable_values WHERE name = :name', { name: variableKey(name) })
      db.run('INSERT INTO variable_values (name, value) VALUES (:name, :value)', {
        name: variableKey(name),
        value,
      })
      db.run(
        `DELETE FROM variable_values WHERE number NOT IN
           (SELECT number FROM variable_values ORDER BY number DESC LIMIT ${namesMaximum})`,
      )
    },
  }
}
