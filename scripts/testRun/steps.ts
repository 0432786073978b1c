import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../build.ts'
import { runCommand } from '../command.ts'
import {
  type ElectronRuntime,
  findElectronRuntime,
  runtimeEnvironment,
} from '../electronRuntime/electronRuntime.ts'
import { projectCommand, projectRoot, scratchFolder } from '../project.ts'
import { ensurePackages } from '../systemPackages.ts'
import { longVariable } from './cases.ts'
import { playwrightCounts, vitestCounts } from './counts.ts'
import { comparedCoverage, coverageArgs } from './coverage.ts'
import { stepMinutes } from './patience.ts'
import { check, level, type Row } from './row.ts'

export interface Step {
  readonly name: string
  /** Part of `npm run check`: takes seconds, needs no Electron, and runs beside the other quick ones. */
  readonly quick?: boolean
  /** The steps of the two lanes run beside each other: alone, neither keeps two cores busy. Without one, it runs before. */
  readonly lane?: 'node' | 'app'
  /** Only with CI=true, or when asked for by name. */
  readonly ciOnly?: boolean
  /** Only in `npm run test:long`. */
  readonly longOnly?: boolean
  /** Steps that run first if this one is asked for by name. */
  readonly needs?: readonly string[]
  readonly run: (how: TestRun) => Promise<readonly Row[]>
}

/** How `scripts/test.ts` was started. */
export interface TestRun {
  /** `npm run test:long`: takes coverage, and tries many more cases. */
  readonly isLong: boolean
  /** Its coverage becomes the record for later runs. */
  readonly keepsCoverage: boolean
}

const onCi = process.env.CI === 'true'
const results = join(scratchFolder, 'results')
const strayErrors = join(projectRoot, 'scripts/testRun/strayErrors.ts')

/** Runs a command of a quick step: what it prints comes at its end, whole. */
async function besideOthers(
  name: string,
  command: string,
  args: readonly string[],
): Promise<{ readonly code: number }> {
  const { code, output } = await runCommand(command, args, { limitMinutes: stepMinutes, capture: true })
  console.log(`\n--- ${name}\n${output}`)
  return { code }
}

async function tool(name: string, program: string, ...args: readonly string[]): Promise<readonly Row[]> {
  const { code } = await besideOthers(name, projectCommand(program), args)
  return [check(name, code === 0, code === 124 ? `stopped after ${stepMinutes} minutes` : undefined)]
}

async function systemPackages(): Promise<readonly Row[]> {
  const { advice } = await ensurePackages([
    'run',
    'display',
    'fonts',
    'test',
    ...(onCi ? (['package'] as const) : []),
  ])
  // If they aren’t available, the tests that trace system calls or need foreign readers say so and are skipped.
  await ensurePackages(['trace', 'readers'])
  if (advice) console.error(advice)
  return [check('system packages', !advice)]
}

interface VitestOptions {
  readonly projects: readonly string[]
  /** Default: the names of the projects. */
  readonly name?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Of a quick step. */
  readonly isQuick?: boolean
}

async function vitest(options: VitestOptions): Promise<readonly Row[]> {
  const { projects, name = projects.join('-'), env = {} } = options
  const report = freshReport(`${name}.json`)
  const strays = freshReport(`${name}.strays.json`)
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  args.push(`--reporter=${strayErrors}`, `--outputFile.strays=${strays}`)
  args.push(...projects.flatMap((project) => ['--project', project]), ...(options.args ?? []))
  const { code } = options.isQuick
    ? await besideOthers(name, projectCommand('vitest'), args)
    : await runCommand(projectCommand('vitest'), args, { limitMinutes: stepMinutes, env })
  const levels = [...vitestCounts(report)].toSorted(([a], [b]) => a.localeCompare(b))
  const rows = levels.map(([name, counts]) => level(`tests: ${name}`, counts, true))
  const explained = rows.some(({ status }) => status === 'failed')
  return code === 0 || explained ? rows : [...rows, check(`tests: ${name}`, false, `exited with ${code}`)]
}

const withoutApp = ['core', 'replacing', 'shell', 'renderer']

/** Those that could try any number of cases try many, which takes its time. */
async function manyCases(): Promise<readonly Row[]> {
  const { output } = await runCommand('git', ['grep', '-lE', '\\bcases\\(', '--', 'tests/*.test.ts*'], {
    capture: true,
  })
  const args = output.split('\n').filter(Boolean)
  const rows = await vitest({ projects: withoutApp, name: 'manyCases', args, env: { [longVariable]: '1' } })
  return rows.map((row) => ({ ...row, name: `${row.name}, many cases` }))
}

let runtime: ElectronRuntime | undefined

async function electronRuntime(): Promise<readonly Row[]> {
  try {
    runtime = await findElectronRuntime()
    return [check('electron runtime', true, `Electron ${runtime.version}, ${runtime.kind}`)]
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error)
    return [
      onCi ? check('electron runtime', false, note) : { name: 'electron runtime', status: 'skipped', note },
    ]
  }
}

/** Playwright's tests of one project, in real Electron; on displays of their own when there is none. */
async function inElectron(name: string, project: string): Promise<readonly Row[]> {
  if (!runtime) {
    const note = 'no Electron'
    return [onCi ? check(name, false, note) : { name, status: 'skipped', note }]
  }
  const report = freshReport(`${project}.json`)
  const args = ['test', `--project=${project}`, '--reporter=list,json']
  const { code } = await runCommand(projectCommand('playwright'), args, {
    limitMinutes: stepMinutes,
    env: { ...runtimeEnvironment(runtime), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return [level(name, playwrightCounts(report), code === 0, `Electron ${runtime.version}`)]
}

async function make(): Promise<readonly Row[]> {
  const { code } = await runCommand(process.execPath, [join(projectRoot, 'scripts/make.ts')], {
    limitMinutes: stepMinutes,
  })
  return [check('packages', code === 0)]
}

/** Where the test runners of this run wrote what came of each file. */
export const reports: string[] = []

function freshReport(name: string): string {
  const path = join(results, name)
  reports.push(path)
  mkdirSync(results, { recursive: true })
  rmSync(path, { force: true })
  return path
}

async function lockfile(): Promise<readonly Row[]> {
  const { code } = await besideOthers('lockfile', process.execPath, [
    join(projectRoot, 'scripts/lockfile.ts'),
  ])
  return [check('lockfile', code === 0)]
}

export const steps: readonly Step[] = [
  { name: 'setup', run: systemPackages },
  { name: 'lockfile', quick: true, run: lockfile },
  // The longest first, so that both cores are busy to the end.
  { name: 'architecture', quick: true, run: () => vitest({ projects: ['architecture'], isQuick: true }) },
  // From scratch each time: an earlier build's cache can miss a changed global type.
  { name: 'types', quick: true, run: () => tool('types', 'tsc', '-b', '--force') },
  { name: 'lint', quick: true, run: () => tool('lint', 'biome', 'check', '--error-on-warnings') },
  { name: 'unused', quick: true, run: () => tool('unused', 'knip', '--no-progress') },
  {
    name: 'vitest',
    lane: 'node',
    run: ({ isLong }) => vitest({ projects: withoutApp, args: isLong ? coverageArgs : [] }),
  },
  { name: 'coverage', lane: 'node', longOnly: true, run: async (how) => comparedCoverage(how) },
  { name: 'cases', lane: 'node', longOnly: true, run: manyCases },
  { name: 'build', lane: 'app', run: async () => [check('build', await buildApp())] },
  { name: 'runtime', lane: 'app', run: electronRuntime },
  { name: 'e2e', lane: 'app', needs: ['build', 'runtime'], run: () => inElectron('tests: e2e', 'e2e') },
  { name: 'make', lane: 'app', ciOnly: true, needs: ['build'], run: make },
  {
    name: 'package',
    lane: 'app',
    ciOnly: true,
    needs: ['make', 'runtime'],
    run: () => inElectron('tests: package', 'package'),
  },
]
