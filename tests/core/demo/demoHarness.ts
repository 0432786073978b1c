import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoOptions } from '@shared/processes/demo'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createDemoService, type DemoService } from '../../../electron/core/connections/demoService'
import { type ChildProcesses, childProcesses } from '../../support/childProcesses'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

const itemSchema = z.object({
  url: z.string().nullable(),
  status: z.string(),
  revised_prompt: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})

const taskSchema = z.object({
  created: z.number().int(),
  task_id: z.string(),
  status: z.string(),
  progress: z.number().int().optional(),
  data: z.array(itemSchema),
  error: z.object({ code: z.string(), message: z.string() }).nullable().optional(),
})

const resultSchema = z.object({
  created: z.number().int(),
  data: z.array(z.object({ url: z.string(), revised_prompt: z.string() })),
})

const journalSchema = z.object({
  time: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  idempotencyKey: z.string().nullable(),
  taskId: z.string().nullable(),
  model: z.string().nullable(),
  bodySha256: z.string().nullable(),
})

export type TaskAnswer = z.infer<typeof taskSchema>

export const demoKey = 'demo-key'
export const authorized = { authorization: `Bearer ${demoKey}` }

/** The demo service as the core starts it. */
export class Demo {
  readonly folder: string
  readonly processes: ChildProcesses
  readonly service: DemoService
  readonly baseUrl: string

  constructor(folder: string, processes: ChildProcesses, service: DemoService, baseUrl: string) {
    this.folder = folder
    this.processes = processes
    this.service = service
    this.baseUrl = baseUrl
  }

  post(
    body: unknown,
    options: { readonly path?: string; readonly headers?: HeadersInit } = {},
  ): Promise<Response> {
    return fetch(this.baseUrl + (options.path ?? '/api/v1/images/generations'), {
      method: 'POST',
      headers: options.headers ?? { ...authorized, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  async generate(prompt: string, more: object = {}): Promise<z.infer<typeof resultSchema>> {
    const answer = await this.post({ model: 'aurora-2', prompt, ...more })
    return resultSchema.parse(await answer.json())
  }

  async submit(prompt: string, more: object = {}): Promise<TaskAnswer> {
    const answer = await this.post({ model: 'aurora-2', prompt, async: true, ...more })
    return taskSchema.parse(await answer.json())
  }

  pollRaw(taskId: string): Promise<Response> {
    return fetch(`${this.baseUrl}/api/v1/images/tasks/${taskId}`, { headers: authorized })
  }

  async poll(taskId: string): Promise<TaskAnswer> {
    return taskSchema.parse(await (await this.pollRaw(taskId)).json())
  }

  ended(taskId: string): Promise<TaskAnswer> {
    return eventually(
      async () => {
        const task = await this.poll(taskId)
        return task.status === 'completed' || task.status === 'failed' ? task : null
      },
      { what: 'the end of a task' },
    ).then(taskSchema.parse)
  }

  journal(): z.infer<typeof journalSchema>[] {
    const text = readFileSync(join(this.folder, 'demo', 'journal.jsonl'), 'utf8')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => journalSchema.parse(JSON.parse(line)))
  }

  posts(): z.infer<typeof journalSchema>[] {
    return this.journal().filter(({ method }) => method === 'POST')
  }
}

/** Stopped at the end of the test. Pass another one's folder to take up where that left off. */
export async function startDemo(
  options: Partial<DemoOptions> & { readonly profile?: string } = {},
): Promise<Demo> {
  const { profile = temporaryFolder(), ...given } = options
  const processes = await childProcesses()
  const service = createDemoService({
    processes,
    places: { profile, defaultLibrary: join(profile, 'library') },
    logger: memoryLogger(),
    options: { key: demoKey, taskMs: 40, ...given },
  })
  onTestFinished(async () => {
    await service.stop()
    await processes.stop()
  })
  return new Demo(profile, processes, service, (await service.start()).baseUrl)
}

/** The bytes at a result URL. */
export async function bytesOf(url: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(z.string().parse(url))
  if (answer.status !== 200) throw new Error(`the file answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
