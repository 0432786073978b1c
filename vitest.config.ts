import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testMs, waitMs } from './scripts/testRun/patience.ts'
import { keepFilesInMemory } from './scripts/testRun/temporary.ts'

keepFilesInMemory()

const root = import.meta.dirname
const alias = { '@shared': resolve(root, 'shared') }
/** A command on a few rows takes several turns, as one on thousands does for people. */
const smallParts = { '@shared/model/partSizes': resolve(root, 'tests/support/partSizes.ts'), ...alias }
const tests = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)

const inNode = (name: string, ...include: string[]) =>
  ({ name, environment: 'node', pool: 'forks', include }) as const
const setupFiles = ['tests/core/setup.ts']

/** This is about the sizes of parts themselves. */
const ofParts = 'tests/core/bulk/bulk.test.ts'
/** Files that replace a module, or how modules are found, need modules of their own. */
const replacing = readdirSync(resolve(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .map((path) => `tests/${path.replaceAll('\\', '/')}`)
  .filter((path) => /^tests\/(unit|core|contract)\/.*\.test\.ts$/.test(path))
  .filter((path) =>
    /\bvi\.(mock|doMock)\(|\brefuseNativeSharp\(Module\)/.test(readFileSync(resolve(root, path), 'utf8')),
  )
  .concat(ofParts)

export default defineConfig({
  test: {
    passWithNoTests: true,
    globalSetup: 'tests/support/programsOfRun.ts',
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
    // Much of a test is waiting for processes and clocks: with one file at a time a core would lie idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias: smallParts },
        test: {
          ...inNode('core', ...tests('unit', 'core', 'contract')),
          exclude: replacing,
          setupFiles,
          // Loading the same modules anew for each of hundreds of files takes as long as many of the tests.
          isolate: false,
        },
      },
      { resolve: { alias }, test: { ...inNode('replacing', ...replacing), setupFiles } },
      {
        // `import 'electron'` in plain Node starts a download, and electron-store does it too.
        resolve: { alias: { ...alias, electron: resolve(root, 'tests/shell/electronStandIn.ts') } },
        test: { ...inNode('shell', ...tests('shell')), server: { deps: { inline: ['electron-store'] } } },
      },
      {
        resolve: { alias },
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          pool: 'threads',
          isolate: false,
          include: tests('renderer'),
          setupFiles: ['tests/renderer/setup.ts'],
        },
      },
      { test: inNode('architecture', ...tests('architecture')) },
    ],
  },
})
