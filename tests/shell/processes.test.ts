import { app, utilityProcess } from 'electron'
import { describe, expect, test } from 'vitest'
import { createProcesses } from '../../electron/shell/ports'

/** The memory of one of our processes, with this id, if Electron reports one. */
function memoryOf(pid: number | undefined): number | null {
  Object.assign(utilityProcess, { fork: () => ({ pid }) })
  Object.assign(app, { getAppMetrics: () => [{ pid: 4_000_000_000, memory: { workingSetSize: 5 } }] })
  return createProcesses('/built').start('imaging', []).memory()
}

describe('the memory of one of our processes', () => {
  test.runIf(process.platform === 'linux')('is what the system says it has in use', () => {
    const before = process.memoryUsage.rss()
    const told = memoryOf(process.pid) ?? 0
    expect(Math.abs(told - before)).toBeLessThan(0.2 * before)
  })

  test('is what Electron says if the system does not', () => {
    expect(memoryOf(4_000_000_000)).toBe(5 * 1024)
  })

  test('is not known once it is gone', () => {
    expect(memoryOf(undefined)).toBeNull()
  })
})

test('decodes images with two arenas of memory, however many threads it uses', () => {
  const environments: unknown[] = []
  Object.assign(utilityProcess, {
    fork: (_path: string, _args: string[], { env }: { env: NodeJS.ProcessEnv }) => {
      environments.push(env)
      return {}
    },
  })
  createProcesses('/built').start('imaging', [])
  expect(environments).toEqual([{ ...process.env, MALLOC_ARENA_MAX: '2' }])
})
