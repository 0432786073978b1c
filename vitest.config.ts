import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testMs, waitMs } from './scripts/testRun/patience.ts'
import { keepFilesInMemory } from './scripts/testRun/temporary.ts'

keepFilesInMemory()

const root = import.meta.dirname
const alias = { '@shared': resolve(root, 'shared') }
const tests = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    passWithNoTests: true,
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
    // Much of a test is waiting for processes and clocks: with one file at a time a core would lie idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'core',
          environment: 'node',
          pool: 'forks',
          include: tests('unit', 'core', 'contract'),
          globalSetup: 'tests/support/programsOfRun.ts',
        },
      },
      {
        // `import 'electron'` in plain Node starts a download, and electron-store does it too.
        resolve: { alias: { ...alias, electron: resolve(root, 'tests/shell/electronStandIn.ts') } },
        test: {
          name: 'shell',
          environment: 'node',
          pool: 'forks',
          include: tests('shell'),
          server: { deps: { inline: ['electron-store'] } },
        },
      },
      {
        resolve: { alias },
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: tests('renderer'),
          setupFiles: ['tests/renderer/setup.ts'],
        },
      },
      {
        test: {
          name: 'architecture',
          environment: 'node',
          pool: 'forks',
          include: tests('architecture'),
        },
      },
    ],
  },
})
