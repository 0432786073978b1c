import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { z } from 'zod'

/** What a page's process did, from a trace of Chromium. All in milliseconds. */
export interface PageTrace {
  /** How long the main thread ran for each frame that it made. Time without a core isn't in it. */
  readonly frameWork: readonly number[]
  /** Of the main thread, as long as it ran. */
  readonly longestTask: number
  /** The same by the clock: on a busy machine other processes are in it. */
  readonly longestTaskByClock: number
  /** Of the frames that had something new to show, the share that was never shown. */
  readonly droppedShare: number
}

/** `RunTask` of every thread; the beginnings of frames, and what became of each. */
const categories = ['disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame']

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z
        .object({
          name: z.unknown(),
          chrome_frame_reporter: z.object({ state: z.string() }).partial(),
        })
        .partial(),
    }),
  ),
})
type TraceEvent = z.infer<typeof traceSchema>['traceEvents'][number]

/** Records what the app's page does while `work` runs. */
export async function traced(
  electron: ElectronApplication,
  folder: string,
  work: () => Promise<void>,
): Promise<PageTrace> {
  const pid = await electron.evaluate(async ({ BrowserWindow, contentTracing }, included_categories) => {
    await contentTracing.startRecording({
      ...{ included_categories, excluded_categories: ['*'] },
      recording_mode: 'record-as-much-as-possible',
    })
    return BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()
  }, categories)
  await work()
  const path = join(folder, 'trace.json')
  await electron.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), path)
  const { traceEvents } = traceSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  await rm(path)
  return summary(traceEvents.filter((event) => event.pid === pid))
}

function summary(events: readonly TraceEvent[]): PageTrace {
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  if (main === undefined) throw new Error('the trace has no page')
  const ofMain = events.filter(({ tid }) => tid === main.tid)
  const tasks = ofMain.filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
  const begun = ofMain.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  return {
    frameWork: workByFrame(
      tasks,
      begun.toSorted((a, b) => a - b),
    ),
    longestTask: longest(tasks.map(({ tdur = 0 }) => tdur)),
    longestTaskByClock: longest(tasks.map(({ dur = 0 }) => dur)),
    droppedShare: droppedShare(events),
  }
}

const ms = (microseconds: number): number => microseconds / 1000
const longest = (durations: readonly number[]): number =>
  ms(durations.reduce((longest, one) => Math.max(longest, one), 0))

/** A frame's work is everything from its beginning to that of the next. */
function workByFrame(tasks: readonly TraceEvent[], begun: readonly number[]): readonly number[] {
  const work = begun.map(() => 0)
  let frame = -1
  for (const { ts, dur = 0, tdur = 0 } of tasks.toSorted((one, other) => one.ts - other.ts)) {
    // A frame begins inside of the task that makes it.
    while ((begun[frame + 1] ?? Number.POSITIVE_INFINITY) <= ts + dur) frame += 1
    if (frame >= 0) work[frame] = (work[frame] ?? 0) + ms(tdur)
  }
  return work
}

function droppedShare(events: readonly TraceEvent[]): number {
  const states = events
    .filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b')
    .map(({ args }) => args.chrome_frame_reporter?.state)
  const dropped = states.filter((state) => state === 'STATE_DROPPED').length
  const shown = states.filter((state) => state?.startsWith('STATE_PRESENTED')).length
  if (dropped + shown === 0) throw new Error('the page showed nothing')
  return dropped / (dropped + shown)
}
