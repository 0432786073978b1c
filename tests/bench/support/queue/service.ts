import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoOptions, demoMessageSchema } from '@shared/processes/demo'
import { z } from 'zod'
import { builtEntry } from '../../../support/builtEntry'

const taskSchema = z.object({
  id: z.string(),
  startsAt: z.number(),
  endsAt: z.number(),
  createdAt: z.number(),
})
export type ServiceTask = z.infer<typeof taskSchema>

const pollSchema = z.object({
  method: z.string(),
  path: z.string(),
  taskId: z.string().nullable(),
  time: z.string().transform((text) => Date.parse(text)),
})

/** When a task was polled: milliseconds since the epoch. */
export interface ServicePoll {
  readonly taskId: string
  readonly at: number
}

/** The key it accepts. */
export const serviceKey = 'sk-bench'

/** The demo service in a process of its own, and its own records. */
export interface BenchService {
  readonly baseUrl: string
  /** Oldest first. */
  tasks(): Promise<readonly ServiceTask[]>
  /** Oldest first. */
  polls(): Promise<readonly ServicePoll[]>
  stop(): Promise<void>
}

export async function startService(
  folder: string,
  options: Partial<Omit<DemoOptions, 'folder'>>,
): Promise<BenchService> {
  const child = fork(await builtEntry('demo'), [JSON.stringify({ folder, key: serviceKey, ...options })], {
    serialization: 'advanced',
    execArgv: [],
  })
  const gone = once(child, 'exit')
  const [message] = await once(child, 'message')
  const { port } = demoMessageSchema.parse(message)

  async function lines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
    const text = await readFile(join(folder, file), 'utf8')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => schema.parse(JSON.parse(line)))
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    tasks: () => lines('tasks.jsonl', taskSchema),
    async polls() {
      const asked = await lines('journal.jsonl', pollSchema)
      return asked.flatMap(({ path, taskId, time }) =>
        path.includes('/tasks/') && taskId !== null ? [{ taskId, at: time }] : [],
      )
    },
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** How long the service needs for all its tasks if none of its slots is ever idle, in milliseconds. */
export function idealMs(tasks: readonly ServiceTask[], slots: number): number {
  return tasks.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0) / slots
}
