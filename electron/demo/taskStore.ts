import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DemoOptions } from '@shared/processes/demo'
import { randomOf } from './art/random'
import type { GenerationRequest } from './generationRequest'
import { type Script, slowFactor } from './script'
import { type Task, taskSchema } from './task'

/** Older tasks are forgotten, with their files. */
const keptTasks = 2000

const modelFactor = { 'aurora-2': 1, 'aurora-2-fast': 0.4, 'sketch-1': 0.6 } satisfies Record<
  Task['model'],
  number
>

/** Width and height in pixels. */
type Size = readonly [number, number]

/** What a request without a size may get: ratios as different as a gallery's, each of about 590,000 pixels. */
const ownSizes: readonly [Size, ...Size[]] = [
  [768, 768],
  [936, 624],
  [624, 936],
  [896, 672],
  [672, 896],
  [1024, 576],
]

/** The newest 2,000 tasks, in `tasks.jsonl`. */
export interface TaskStore {
  /** Accepts a request and gives it a place in the queue for a slot. Durable on return. */
  take(request: GenerationRequest, script: Script): Task
  find(id: string): Task | null
  /** Oldest first. */
  all(): readonly Task[]
  close(): void
}

type StoreOptions = Pick<
  DemoOptions,
  'folder' | 'seed' | 'taskMs' | 'spread' | 'slots' | 'side' | 'refusedShare'
>

/** `onForget` is called with tasks that are no longer kept. */
export function openTaskStore(options: StoreOptions, onForget: (task: Task) => void): TaskStore {
  mkdirSync(options.folder, { recursive: true })
  const path = join(options.folder, 'tasks.jsonl')
  const read = readTasks(path)
  const tasks = new Map(read.slice(-keptTasks).map((task) => [task.id, task]))
  for (const task of read.slice(0, -keptTasks)) onForget(task)
  let lastNumber = read.at(-1)?.number ?? 0
  rewrite(path, [...tasks.values()])
  const file = openSync(path, 'a')

  /** When each slot is free again: tasks are given the first free one in the order in which they are accepted. */
  const slotsFreeAt = read
    .map(({ endsAt }) => endsAt)
    .concat(Array.from({ length: options.slots }, () => 0))
    .sort((a, b) => b - a)
    .slice(0, options.slots)

  function planned(durationMs: number, now: number): { readonly startsAt: number; readonly endsAt: number } {
    const freeAt = Math.min(...slotsFreeAt)
    const startsAt = Math.max(now, freeAt)
    const endsAt = startsAt + durationMs
    slotsFreeAt[slotsFreeAt.indexOf(freeAt)] = endsAt
    return { startsAt, endsAt }
  }

  function ownSize(number: number): Size {
    const { seed, side } = options
    return side === null ? randomOf(seed, 'size', number).pick(ownSizes) : [side, side]
  }

  function refusedImages(number: number, n: number, script: Script): number[] {
    return Array.from({ length: n }, (_, index) => index).filter(
      (index) =>
        script.refusedImages.includes(index) ||
        randomOf(options.seed, 'refused', number, index).chance(options.refusedShare),
    )
  }

  return {
    take(request, script) {
      lastNumber += 1
      const number = lastNumber
      const now = Date.now()
      const spread = Math.exp(options.spread * randomOf(options.seed, 'duration', number).normal())
      const durationMs = Math.round(
        options.taskMs * modelFactor[request.model] * (script.slow ? slowFactor : 1) * spread,
      )
      const [width, height] = request.size ?? ownSize(number)
      const n = script.yields ?? request.n
      const task: Task = {
        id: `task_${randomUUID().replaceAll('-', '')}`,
        number,
        model: request.model,
        prompt: request.prompt,
        width,
        height,
        n,
        createdAt: now,
        ...planned(durationMs, now),
        fails: script.fails,
        refusedImages: refusedImages(number, n, script),
      }
      writeSync(file, line(task))
      fdatasyncSync(file)
      tasks.set(task.id, task)
      const [oldest] = tasks.values()
      if (oldest && tasks.size > keptTasks) {
        tasks.delete(oldest.id)
        onForget(oldest)
      }
      return task
    },
    find: (id) => tasks.get(id) ?? null,
    all: () => [...tasks.values()],
    close: () => closeSync(file),
  }
}

const line = (task: Task): string => `${JSON.stringify(task)}\n`

/** A last line that a kill cut short was never answered, so it is skipped. */
function readTasks(path: string): Task[] {
  return readText(path)
    .split('\n')
    .flatMap((text) => {
      try {
        return [taskSchema.parse(JSON.parse(text))]
      } catch {
        return []
      }
    })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function rewrite(path: string, tasks: readonly Task[]): void {
  const temp = `${path}.tmp`
  const file = openSync(temp, 'w')
  for (const task of tasks) writeSync(file, line(task))
  fsyncSync(file)
  closeSync(file)
  renameSync(temp, path)
}
