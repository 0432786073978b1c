import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { type Connection, connect, userVersion } from '../../../electron/core/db/sqlite'

const path = fileURLToPath(new URL('../../../electron/core/db/migrations/wholeSchema.ts', import.meta.url))

/** What statement by statement makes the same database: its parts, then the rows it has from the start. */
function statementsOf(connection: Connection): string {
  const all = <Row>(sql: string) => connection.prepare(sql).all() as Row[]
  const names = (type: string) =>
    all<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = '${type}' AND name NOT LIKE 'sqlite_%'`,
    ).map(({ name }) => name)
  const shadows = names('shadow')
  const parts = all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`,
  )
    .filter(({ name }) => !shadows.includes(name))
    .map(({ sql }) => sql)
  const rows = names('table').flatMap((table) => {
    const columns = all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(
      ({ name }) => name,
    )
    return all<{ row: string }>(
      `SELECT ${columns.map((column) => `quote("${column}")`).join(` || ', ' || `)} AS row FROM "${table}"`,
    ).map(({ row }) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${row})`)
  })
  const indexing = names('virtual').flatMap((table) =>
    all<{ k: string; v: number }>(`SELECT k, v FROM ${table}_config WHERE k <> 'version'`).map(
      ({ k, v }) => `INSERT INTO ${table} (${table}, rank) VALUES ('${k}', ${v})`,
    ),
  )
  return `${[...parts, ...rows, ...indexing].join(';\n\n')};\n`
}

/** The file that holds them. */
const moduleOf = (statements: string) =>
  `/** The schema after the newest migration, as the test of it has written it here. */
export const wholeSchema = \`
${statements.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}\`
`

test('a new database begins as all the steps leave one; `vitest run -u` writes that down', async () => {
  const steps = connect(':memory:')
  for (const { version } of migrations) migrate(steps, migrations, version)
  await expect(moduleOf(statementsOf(steps))).toMatchFileSnapshot(path)
  expect(migrations.filter((step) => step.whole !== undefined)).toEqual([migrations.at(-1)])
  const whole = connect(':memory:')
  migrate(whole, migrations)
  expect(statementsOf(whole)).toBe(statementsOf(steps))
  expect(userVersion(whole)).toBe(userVersion(steps))
})

test('a database made half of the way goes on with the steps', () => {
  const half = connect(':memory:')
  migrate(half, migrations, 20)
  migrate(half, migrations)
  const whole = connect(':memory:')
  migrate(whole, migrations)
  expect(statementsOf(half)).toBe(statementsOf(whole))
})
