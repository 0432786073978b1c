import { readFileSync } from 'node:fs'
import type { ElectronApplication } from '@playwright/test'

/** Proportional set size of each of an app's processes in MiB, by process type. Linux only. */
export async function processMemory(electron: ElectronApplication): Promise<ReadonlyMap<string, number>> {
  const metrics = await electron.evaluate(({ app }) =>
    app.getAppMetrics().map(({ pid, type, name, serviceName }) => ({
      pid,
      kind: name ?? serviceName ?? type,
    })),
  )
  const memory = new Map<string, number>()
  for (const { pid, kind } of metrics) {
    memory.set(kind, (memory.get(kind) ?? 0) + proportionalSize(pid))
  }
  return memory
}

/** Of all of an app's processes together, in MiB. */
export async function appMemory(electron: ElectronApplication): Promise<number> {
  const memory = await processMemory(electron)
  return [...memory.values()].reduce((sum, one) => sum + one, 0)
}

/** Proportional set size in MiB; none once the process is gone. Linux only. */
export function proportionalSize(pid: number): number {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return 0
  }
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}
