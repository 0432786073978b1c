/**
 * How long until the window is usable, beside an empty Electron window in the same run, and how much memory
 * each process takes: idle, and with 1,000 images in the library (drawn by the demo service, saved for real).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { eventually } from '../support/eventually'
import { namedElectron, startApp } from './support/benchApp'
import { createReport, median } from './support/figure'
import { processMemory } from './support/processMemory'

const runs = 10
const images = 1000
const imagesPerRequest = 10

const executable = namedElectron()
const projectRoot = process.cwd()
const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-bench-'))
const profile = (name: string) => join(scratch, name)
const report = createReport()

const empty = {
  app: join(projectRoot, 'tests/bench/emptyApp'),
  usable: { role: 'button', name: 'Usable' },
} as const
const firstRun = { app: projectRoot, usable: { role: 'button', name: 'Try the demo service' } } as const
const filled = { app: projectRoot, usable: { role: 'textbox', name: 'Prompt' } } as const

async function timeStart(subject: typeof empty | typeof firstRun | typeof filled, folder: string) {
  const { electron, usableMs } = await startApp(executable, subject.app, { ...subject, profile: folder })
  await electron.close()
  return usableMs
}

async function fillLibrary(folder: string): Promise<void> {
  const { electron, page } = await startApp(executable, firstRun.app, {
    ...firstRun,
    profile: folder,
    env: { CYANOTYPE_DEMO: JSON.stringify({ taskMs: 0, slots: 16 }) },
  })
  const connectionId = await page.evaluate(async () => {
    const answer = await window.cyanotype.request('connections.useDemo', null)
    return (answer as { value: { id: string } }).value.id
  })
  await page.evaluate(
    async ({ connectionId, requests, n }) => {
      for (let i = 0; i < requests; i++) {
        const prompt = `Study ${i + 1} of a coast`
        const draft = { prompt, model: 'aurora-2', size: '320x256', n, mode: 'direct', image: [] }
        await window.cyanotype.request('jobs.enqueue', { connectionId, draft, first: false })
      }
    },
    { connectionId, requests: images / imagesPerRequest, n: imagesPerRequest },
  )
  await eventually(async () => (await savedImages(page)) === images, {
    timeoutMs: 15 * 60_000,
    what: `${images} saved images`,
  })
  await electron.close()
}

async function savedImages(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = await window.cyanotype.request('gallery.outline', { text: '' })
    return (answer as { value: { total: number } }).value.total
  })
}

async function reportMemory(subject: typeof firstRun | typeof filled, folder: string, when: string) {
  const { electron, page } = await startApp(executable, subject.app, { ...subject, profile: folder })
  if (subject === filled) await page.getByRole('option').first().waitFor()
  for (const [kind, value] of await processMemory(electron)) {
    report.add({ name: `memory ${when}: ${kind}`, value, unit: 'MiB', target: null })
  }
  await electron.close()
}

try {
  await fillLibrary(profile('filled'))
  const times = { empty: [] as number[], firstRun: [] as number[], filled: [] as number[] }
  for (let run = 0; run < runs; run++) {
    times.empty.push(await timeStart(empty, profile(`empty-${run}`)))
    times.firstRun.push(await timeStart(firstRun, profile(`first-${run}`)))
    times.filled.push(await timeStart(filled, profile('filled')))
  }
  const base = median(times.empty)
  report.add({ name: 'start: empty window', value: base, unit: 'ms', target: null })
  report.add({ name: 'start: first run', value: median(times.firstRun), unit: 'ms', target: null })
  report.add({ name: 'start: 1,000 images', value: median(times.filled), unit: 'ms', target: null })
  report.add({
    name: 'start: first run / empty window',
    value: median(times.firstRun) / base,
    unit: 'ratio',
    target: 1.6,
  })
  report.add({
    name: 'start: 1,000 images / empty window',
    value: median(times.filled) / base,
    unit: 'ratio',
    target: 1.6,
  })
  await reportMemory(firstRun, profile('idle'), 'idle')
  await reportMemory(filled, profile('filled'), 'with 1,000 images')
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
