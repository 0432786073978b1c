import { vi } from 'vitest'
import type { Database, SqlParams } from '../../electron/core/db/database'

export interface Noted {
  /** The SQL of each statement, in order, also of repeated ones. */
  readonly statements: readonly string[]
  /** How many transactions were committed, those within others left out; a statement alone isn't counted. */
  readonly transactions: number
  /** How SQLite finds the rows of each statement that reads: what `EXPLAIN QUERY PLAN` says, a line for a table or a sort. */
  readonly plans: readonly string[]
  /** What statements read every row of, not by an index: names of tables, of `WITH` and of functions. */
  readonly wholeTables: readonly string[]
  /** How many rows were given back, of all statements together. */
  readonly rows: number
}

/** Runs `body` and tells what it asked of the database: work that is counted, on whatever machine. */
export async function noteStatements(db: Database, body: () => unknown): Promise<Noted> {
  const asked: { readonly sql: string; readonly params: SqlParams | undefined }[] = []
  const { transaction } = db
  let transactions = 0
  let depth = 0
  let rows = 0
  const spies = (['run', 'get', 'all'] as const).map((kind) => {
    const real = db[kind]
    return vi.spyOn(db, kind).mockImplementation((sql: string, params?: SqlParams) => {
      asked.push({ sql, params })
      const answer = real(sql, params)
      if (Array.isArray(answer)) rows += answer.length
      return answer as never
    })
  })
  const whole = vi.spyOn(db, 'transaction').mockImplementation((work, options) => {
    if (depth === 0) transactions++
    depth++
    try {
      return transaction(work, options)
    } finally {
      depth--
    }
  })
  try {
    await body()
  } finally {
    for (const spy of [...spies, whole]) spy.mockRestore()
  }
  // A plan of one that writes would count as a write under way, and keep the next transaction from its commit.
  const planned = asked
    .filter(({ sql }) => /^\s*(SELECT|WITH)\b/.test(sql))
    .flatMap(({ sql, params }) =>
      db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => ({ sql, detail })),
    )
  return {
    statements: asked.map(({ sql }) => sql),
    transactions,
    rows,
    plans: [...new Set(planned.map(({ detail }) => detail))],
    wholeTables: [...new Set(planned.flatMap(({ sql, detail }) => wholeTable(sql, detail)))],
  }
}

function wholeTable(sql: string, plan: string): readonly string[] {
  const name = /^SCAN (\w+)\b(?! USING .*INDEX)/.exec(plan)?.[1]
  if (name === undefined) return []
  return [new RegExp(`\\b(?:FROM|JOIN)\\s+(\\w+) AS ${name}\\b`).exec(sql)?.[1] ?? name]
}
