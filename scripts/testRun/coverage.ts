import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot, scratchFolder } from '../project.ts'
import { check, type Row } from './row.ts'

/** Percent of the branches that tests take, by file inside the project. */
type Branches = Readonly<Record<string, number>>

interface CoverageRecord {
  readonly files: Branches
  /** Why a file may have less than that. */
  readonly exceptions: Readonly<Record<string, string>>
}

/** How much less than before a file may have, in points: what random tests reach differs from run to run. */
const slack = 0.5
const folder = join(scratchFolder, 'coverage')
const recordPath = join(projectRoot, 'tests/branches.json')

/** Makes a run of Vitest note which branches of the product it takes. */
export const coverageArgs: readonly string[] = [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.reporter=json-summary',
  `--coverage.reportsDirectory=${folder}`,
  '--coverage.reportOnFailure',
  ...['electron', 'shared', 'renderer'].map((part) => `--coverage.include=${part}/**/*.{ts,tsx}`),
]

/** Compares what the last such run took with what is on record, file by file. `keepsCoverage`: it becomes the record. */
export function comparedCoverage({ keepsCoverage }: { readonly keepsCoverage: boolean }): readonly Row[] {
  const summary = join(folder, 'coverage-summary.json')
  if (!existsSync(summary)) return [check('coverage', false, 'none was written')]
  if (!keepsCoverage && !existsSync(recordPath)) return [check('coverage', false, 'none is on record')]
  const after = branchesIn(summary)
  const record: CoverageRecord = existsSync(recordPath)
    ? JSON.parse(readFileSync(recordPath, 'utf8'))
    : { files: {}, exceptions: {} }
  if (keepsCoverage) writeFileSync(recordPath, `${JSON.stringify({ ...record, files: after }, null, 2)}\n`)
  const changed = Object.keys(record.files).filter(
    (file) => after[file] !== undefined && Math.abs(after[file] - (record.files[file] ?? 0)) > slack,
  )
  for (const file of changed)
    console.log(`${points(record.files[file])} -> ${points(after[file])}  ${file}${reason(record, file)}`)
  const lower = changed.filter(
    (file) => (after[file] ?? 0) < (record.files[file] ?? 0) && record.exceptions[file] === undefined,
  )
  const note = `branches: ${points(meanOf(record.files))} before, ${points(meanOf(after))} now (mean of files); ${lower.length} files have less`
  return [check('coverage', lower.length === 0, note)]
}

function branchesIn(summary: string): Branches {
  const whole: Readonly<Record<string, { readonly branches: { readonly pct: number } }>> = JSON.parse(
    readFileSync(summary, 'utf8'),
  )
  const files = Object.entries(whole).filter(([path]) => path !== 'total')
  return Object.fromEntries(
    files
      .map(([path, { branches }]) => [relative(projectRoot, path), branches.pct] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )
}

const meanOf = (branches: Branches): number => {
  const all = Object.values(branches)
  return all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
}

const points = (percent = 0): string => percent.toFixed(2)
const reason = ({ exceptions }: CoverageRecord, file: string): string =>
  exceptions[file] === undefined ? '' : ` (${exceptions[file]})`
